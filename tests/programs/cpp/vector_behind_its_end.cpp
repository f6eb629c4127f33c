// operator[] does not check.
#include <vector>

int main() {
  std::vector<int> numbers(4);
  for (unsigned long i = 0; i <= numbers.size(); ++i) numbers[i] = 1;
}
