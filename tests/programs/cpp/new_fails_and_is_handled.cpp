// Every allocation may fail: new throws, the other form returns null, and containers pass it on.
#include <cassert>
#include <memory>
#include <new>
#include <vector>

int main() {
  int* number = new (std::nothrow) int(3);
  assert(number == nullptr || *number == 3);
  delete number;
  try {
    std::vector<int> numbers(3);
    auto object = std::make_shared<int>(1);
    assert(*object == 1 && numbers.size() == 3);
  } catch (const std::bad_alloc&) {
  }
}
