// Random number engines and distributions are deterministic.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

int main() {
  std::mt19937 engine(42);
  std::printf("%lu %lu\n", static_cast<unsigned long>(engine()), static_cast<unsigned long>(engine()));
  std::uniform_int_distribution<int> die(1, 6);
  for (int i = 0; i < 10; ++i) std::printf("%d", die(engine));
  std::minstd_rand simple(7);
  std::printf(" %lu\n", static_cast<unsigned long>(simple()));
  std::mt19937_64 wide;
  std::printf("%llu\n", static_cast<unsigned long long>(wide()));
  std::vector<int> cards = {1, 2, 3, 4, 5, 6, 7, 8};
  std::shuffle(cards.begin(), cards.end(), engine);
  for (int card : cards) std::printf("%d ", card);
  std::uniform_real_distribution<double> real(0, 1);
  std::printf("%.6f\n", real(engine));
}
