// Sorting, searching, transforming.
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <numeric>
#include <vector>

int main() {
  std::vector<int> numbers = {5, 3, 8, 1, 9, 2, 7};
  std::sort(numbers.begin(), numbers.end());
  std::copy(numbers.begin(), numbers.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << std::accumulate(numbers.begin(), numbers.end(), 0) << ' '
            << *std::lower_bound(numbers.begin(), numbers.end(), 4) << ' '
            << std::count_if(numbers.begin(), numbers.end(), [](int n) { return n % 2 == 0; }) << '\n';
  std::stable_sort(numbers.begin(), numbers.end(), std::greater<>());
  std::rotate(numbers.begin(), numbers.begin() + 2, numbers.end());
  std::transform(numbers.begin(), numbers.end(), numbers.begin(), std::negate<>());
  std::copy(numbers.begin(), numbers.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << '\n';
}
