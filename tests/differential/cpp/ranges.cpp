// C++20 ranges and views, spans, three-way comparison, concepts.
#include <algorithm>
#include <compare>
#include <concepts>
#include <cstdio>
#include <ranges>
#include <span>
#include <vector>

template <std::integral T>
T twice(T value) {
  return value * 2;
}

struct Version {
  int major, minor;
  auto operator<=>(const Version&) const = default;
};

int sum(std::span<const int> numbers) {
  int result = 0;
  for (int number : numbers) result += number;
  return result;
}

int main() {
  std::vector<int> numbers = {5, 2, 8, 1, 9, 4, 7};
  std::ranges::sort(numbers);
  for (int number : numbers | std::views::filter([](int n) { return n % 2 != 0; }) |
                        std::views::transform([](int n) { return n * 10; }) | std::views::take(3)) {
    std::printf("%d ", number);
  }
  for (int number : std::views::iota(1, 5) | std::views::reverse) std::printf("%d ", number);
  std::printf("\n%d %d\n", sum(numbers), twice(21));
  std::printf("%d %d\n", Version{1, 2} < Version{1, 3}, (Version{2, 0} <=> Version{1, 9}) > 0);
  std::printf("%d\n", *std::ranges::max_element(numbers));
}
