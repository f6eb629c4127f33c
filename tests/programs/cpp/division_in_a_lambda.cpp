// The divisor is what a container happens to hold.
#include <algorithm>
#include <vector>

int main() {
  std::vector<int> numbers = {3, 1, 0, 2};
  int sum = 0;
  std::for_each(numbers.begin(), numbers.end(), [&](int number) { sum += 6 / number; });
  return sum;
}
