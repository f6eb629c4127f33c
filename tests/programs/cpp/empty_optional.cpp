// value() of nothing throws, and nobody catches it.
#include <optional>

int main() {
  std::optional<int> nothing;
  return nothing.value();
}
