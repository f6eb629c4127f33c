// Formatting into strings and reading from them.
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::ostringstream out;
  out << 12 << ' ' << 3.25 << ' ' << "word" << ' ' << -7 << "\nsecond line";
  std::istringstream in(out.str());
  int number = 0, negative = 0;
  double real = 0;
  std::string word, line;
  in >> number >> real >> word >> negative;
  std::getline(in >> std::ws, line);
  std::cout << number << real << word << negative << '[' << line << ']' << in.eof() << '\n';
  std::stringstream both("x1");
  both >> number;
  std::cout << both.fail() << number << '\n';
}
