// An engine gives the same numbers for the same seed.
#include <iostream>
#include <random>

int main() {
  std::mt19937 engine(1);
  std::uniform_int_distribution<int> die(1, 6);
  std::cout << engine() << ' ' << die(engine) << die(engine) << die(engine) << '\n';
}
