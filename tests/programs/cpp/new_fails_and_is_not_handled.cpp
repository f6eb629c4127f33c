// Nobody expects new to fail.
#include <vector>

int main() {
  std::vector<int> numbers(3);
  return numbers[0];
}
