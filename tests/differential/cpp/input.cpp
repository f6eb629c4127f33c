// std::cin at the end of its input.
#include <iostream>
#include <string>

int main() {
  int number = 7;
  std::cin >> number;
  std::cout << std::cin.eof() << std::cin.fail() << ' ' << number << '\n';
  std::cin.clear();
  std::string line;
  std::cout << static_cast<bool>(std::getline(std::cin, line)) << '\n';
}
