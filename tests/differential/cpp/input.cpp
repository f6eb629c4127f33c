// std::cin: numbers, words, lines, characters, the end; mixed with the C library's functions.
#include <cstdio>
#include <iostream>
#include <string>

int main() {
  int number = 0;
  double real = 0;
  std::string word, line;
  std::cin >> number >> real >> word;
  std::cout << number << ' ' << real << ' ' << word << '\n';
  std::cout << static_cast<char>(std::cin.peek() == '\n' ? 'n' : 'o') << '\n';
  std::getline(std::cin, line);
  std::cout << line.size() << '\n';
  std::cout << static_cast<char>(std::cin.get()) << static_cast<char>(std::getchar()) << '\n';
  std::getline(std::cin, line);
  std::cout << line << '\n';
  std::cin >> number;
  std::cout << std::cin.fail() << std::cin.eof() << number << '\n';
  std::cin.clear();
  char last = 0;
  std::cin >> last;
  std::cout << last << '\n';
  std::cin >> last;
  std::cout << std::cin.eof() << static_cast<bool>(std::cin) << '\n';
}
