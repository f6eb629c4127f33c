// Lets somebody know when a run comes to places in the source. At each place the program tells (Op::Note, which no
// other thread can see) which mark it has come to, and the values that the mark asks for; so a run of the marked
// program has the same choices as one of the program without marks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
}

namespace clew::program {

struct Mark {
  enum class Kind : uint8_t {
    Before,  // a statement
    Behind,  // it
    Branch   // a decision
  };
  Kind kind = Kind::Before;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;                 // 0: anywhere on the line
  std::vector<std::string> variables;  // whose values are wanted, 12 at most
  /// Only where nothing is done on the line that others can see, and that is told anyway.
  bool onlyIfUnseen = false;
};

/// What is told: the first word says what it is about, the second one is the value.
struct Told {
  static constexpr uint64_t kMarked = uint64_t{1} << 63;
  uint32_t mark = 0;
  /// 0: the place was come to; of a branch: 1 if the condition holds, 0 if not, 2 if that is not decided yet. Otherwise
  /// the value is a set: bit i that variable i is a global one, bit 16 + i that it is a local unsigned one, bit 32 + i
  /// that there is no such variable.
  /// 1 and on: the value of a local variable. kSwitch: the value that a switch decides by.
  uint32_t index = 0;
  static constexpr uint32_t kSwitch = 255;
  /// In place of a mark: a line begins (`markLines`). The index is kEnters where it is the first one of a call.
  static constexpr uint32_t kLine = 0xFFFFFFFF;
  static constexpr uint32_t kEnters = 1;

  static bool isTold(uint64_t word) { return (word & kMarked) != 0; }
  static Told of(uint64_t word) { return {static_cast<uint32_t>(word >> 8), static_cast<uint32_t>(word & 0xFF)}; }
  uint64_t word() const { return kMarked | uint64_t{mark} << 8 | index; }
};

/// Whether one name of a file may stand for another: one is the end of the other.
bool isSameFile(std::string_view one, std::string_view other);

/// Puts marks into the program's own code. At each position of the result: at how many places the mark is.
std::vector<uint32_t> placeMarks(llvm::Module& module, const std::vector<Mark>& marks);

/// Lets a run tell of every line of the program's own code that it comes to, before anything on it is done.
void markLines(llvm::Module& module);

}  // namespace clew::program
