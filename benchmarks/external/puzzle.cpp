/* The 8-puzzle, played by whoever chooses the inputs: a counterexample to the assertion is a solution, and the shortest
 * one is a shortest solution. The instance is the first argument of the program: nine digits, row by row, 0 is the gap.
 *
 * Seed 001 does not say what its goal is. It is taken to be 012345678: all five instances of its Table 4 can reach it
 * (of the usual goals 123804765 has the other parity), and they are 15, 16, 17, 18 and 19 moves away from it, as the
 * path lengths of the table have it, 141 to 177 in steps of 9. (123456780 is 27, 26, 25, 26 and 25 moves away.) */
#include <clew.h>

#include <cassert>
#include <cstring>
#include <utility>

constexpr int kWidth = 3;
constexpr int kCells = kWidth * kWidth;

class Board {
 public:
  /** False if these are not nine different digits from 0 to 8. */
  bool read(const char* digits) {
    if (std::strlen(digits) != kCells) return false;
    for (int cell = 0; cell < kCells; cell++) {
      const int digit = digits[cell] - '0';
      if (digit < 0 || digit >= kCells || std::memchr(tiles_, digit, cell)) return false;
      tiles_[cell] = static_cast<char>(digit);
      if (digit == 0) gap_ = cell;
    }
    return true;
  }

  /** All moves that are possible, as cells to move from. */
  int moves(int (&from)[4]) const {
    const int column = gap_ % kWidth;
    int number = 0;
    if (gap_ >= kWidth) from[number++] = gap_ - kWidth;
    if (column > 0) from[number++] = gap_ - 1;
    if (column < kWidth - 1) from[number++] = gap_ + 1;
    if (gap_ < kCells - kWidth) from[number++] = gap_ + kWidth;
    return number;
  }

  void move(int from) {
    std::swap(tiles_[gap_], tiles_[from]);
    gap_ = from;
  }

  bool solved() const {
    for (int cell = 0; cell < kCells; cell++)
      if (tiles_[cell] != cell) return false;
    return true;
  }

 private:
  char tiles_[kCells] = {};
  int gap_ = 0;
};

int main(int argc, char** argv) {
  Board board;
  if (argc < 2 || !board.read(argv[1])) return 1;
  while (true) {
    assert(!board.solved());
    int from[4];
    board.move(from[clew_choose(board.moves(from))]);
  }
}
