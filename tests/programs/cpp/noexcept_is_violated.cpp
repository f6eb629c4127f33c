// A function that promised not to throw.
#include <vector>

int at(const std::vector<int>& numbers, unsigned long index) noexcept { return numbers.at(index); }

int main() {
  try {
    std::vector<int> numbers(3);
    return at(numbers, 3);
  } catch (...) {
    return 0;
  }
}
