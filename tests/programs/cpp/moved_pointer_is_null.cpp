// What has been moved away is gone.
#include <memory>
#include <utility>

int main() {
  auto pointer = std::make_unique<int>(1);
  auto owner = std::move(pointer);
  return *pointer;
}
