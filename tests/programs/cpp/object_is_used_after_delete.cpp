// A reference to what a container has moved elsewhere.
#include <vector>

int main() {
  std::vector<int> numbers(1, 5);
  int& first = numbers.front();
  numbers.push_back(6);
  return first;
}
