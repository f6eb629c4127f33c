// std::vector: growth, insertion, erasure, nested vectors, vector<bool>.
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> numbers;
  for (int i = 0; i < 40; ++i) numbers.push_back(i * i);
  numbers.insert(numbers.begin() + 3, {100, 200, 300});
  numbers.erase(numbers.begin() + 10, numbers.begin() + 20);
  numbers.emplace(numbers.begin(), -1);
  numbers.resize(20, 7);
  for (int number : numbers) std::printf("%d ", number);
  std::printf("\n%zu %zu\n", numbers.size(), numbers.capacity());
  std::vector<std::vector<int>> grid(3, std::vector<int>(4, 1));
  grid[1][2] = 5;
  std::vector<std::vector<int>> copy = grid;
  copy[0].swap(copy[1]);
  for (const auto& row : copy) {
    for (int cell : row) std::printf("%d", cell);
    std::printf("\n");
  }
  std::vector<bool> bits(70);
  for (std::size_t i = 0; i < bits.size(); i += 3) bits[i] = true;
  bits.flip();
  int count = 0;
  for (bool bit : bits) count += bit;
  std::printf("%d\n", count);
  std::vector<int> moved = std::move(numbers);
  std::printf("%zu %zu\n", moved.size(), numbers.size());
  numbers.assign({9, 8, 7});
  numbers.shrink_to_fit();
  std::printf("%d %d %zu\n", numbers.front(), numbers.back(), numbers.capacity());
}
