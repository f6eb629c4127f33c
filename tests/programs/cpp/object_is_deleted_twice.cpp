// Two owners that do not know of each other.
#include <memory>

int main() {
  int* number = new int(1);
  std::unique_ptr<int> first(number);
  std::unique_ptr<int> second(number);
}
