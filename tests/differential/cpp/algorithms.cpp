// <algorithm> and <numeric>.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

void print(const std::vector<int>& numbers) {
  for (int number : numbers) std::printf("%d ", number);
  std::printf("\n");
}

int main() {
  std::vector<int> numbers(40);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int& number : numbers) number = number * 7919 % 101;
  std::vector<int> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  print(sorted);
  std::stable_sort(numbers.begin(), numbers.end(), [](int a, int b) { return a % 10 < b % 10; });
  print(numbers);
  std::partial_sort(numbers.begin(), numbers.begin() + 5, numbers.end(), std::greater<>());
  print({numbers.begin(), numbers.begin() + 5});
  std::nth_element(numbers.begin(), numbers.begin() + 20, numbers.end());
  std::printf("%d\n", numbers[20]);
  std::printf("%d %d\n", std::accumulate(sorted.begin(), sorted.end(), 0),
              std::inner_product(sorted.begin(), sorted.end(), sorted.begin(), 0));
  std::printf("%d %d\n", std::binary_search(sorted.begin(), sorted.end(), 7),
              static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), 50) - sorted.begin()));
  std::rotate(sorted.begin(), sorted.begin() + 7, sorted.end());
  sorted.erase(std::remove_if(sorted.begin(), sorted.end(), [](int n) { return n % 2 == 0; }), sorted.end());
  std::reverse(sorted.begin(), sorted.end());
  print(sorted);
  std::vector<int> heap = {3, 1, 4, 1, 5, 9, 2, 6};
  std::make_heap(heap.begin(), heap.end());
  std::pop_heap(heap.begin(), heap.end());
  print(heap);
  std::vector<int> permutation = {1, 2, 3};
  do print(permutation);
  while (std::next_permutation(permutation.begin(), permutation.end()));
  std::vector<int> merged;
  std::merge(permutation.begin(), permutation.end(), permutation.begin(), permutation.end(), std::back_inserter(merged));
  std::transform(merged.begin(), merged.end(), merged.begin(), [](int n) { return n * n; });
  std::partial_sum(merged.begin(), merged.end(), merged.begin());
  print(merged);
  const auto [least, most] = std::minmax_element(merged.begin(), merged.end());
  std::printf("%d %d %d\n", *least, *most, static_cast<int>(std::count(merged.begin(), merged.end(), 2)));
  std::string text = "mississippi";
  std::sort(text.begin(), text.end());
  text.erase(std::unique(text.begin(), text.end()), text.end());
  std::printf("%s\n", text.c_str());
}
