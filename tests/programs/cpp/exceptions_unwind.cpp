// The stack is unwound up to the handler that fits, and what was made is destroyed.
#include <cstdio>
#include <stdexcept>

struct Guard {
  explicit Guard(int number) : number(number) {}
  ~Guard() { std::printf("-%d ", number); }
  int number;
};

void deep(int depth) {
  Guard guard(depth);
  if (depth == 3) throw std::invalid_argument("deep");
  try {
    deep(depth + 1);
  } catch (int) {
    std::printf("never\n");
  }
}

int main() {
  try {
    deep(0);
  } catch (const std::logic_error& problem) {
    std::printf("%s\n", problem.what());
  }
  try {
    try {
      throw 5;
    } catch (int number) {
      std::printf("%d ", number);
      throw;
    }
  } catch (...) {
    std::printf("again\n");
  }
}
