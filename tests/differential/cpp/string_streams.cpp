// ostringstream, istringstream, stringstream: formatted and unformatted input, states, seeking.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
  std::ostringstream out;
  out << "number " << std::setw(6) << std::setfill('0') << 42 << ' ' << 2.5 << std::endl;
  std::cout << out.str();
  out.str("");
  out << "again";
  std::cout << out.str() << ' ' << out.tellp() << '\n';
  std::istringstream in("12 -7 0x1f 3.75 word true 99999999999 rest of it");
  int a = 0, b = 0, c = 0;
  double d = 0;
  std::string word;
  bool truth = false;
  in >> a >> b >> std::hex >> c >> std::dec >> d >> word >> std::boolalpha >> truth;
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << word << ' ' << truth << '\n';
  int large = 5;
  in >> large;
  std::cout << large << ' ' << in.fail() << '\n';
  in.clear();
  std::getline(in, word);
  std::cout << '[' << word << "] " << in.eof() << in.fail() << '\n';
  std::istringstream lines("one\ntwo\n\nfour");
  for (std::string line; std::getline(lines, line);) std::cout << '<' << line << '>';
  std::cout << '\n';
  std::istringstream fields("a,b,,d");
  for (std::string field; std::getline(fields, field, ',');) std::cout << '<' << field << '>';
  std::cout << '\n';
  std::istringstream bad("abc");
  int number = 77;
  if (!(bad >> number)) std::cout << "not a number " << number << '\n';
  bad.clear();
  char first = 0;
  bad >> first;
  std::cout << first << static_cast<char>(bad.peek()) << static_cast<char>(bad.get()) << '\n';
  bad.unget();
  char buffer[8] = {};
  bad.read(buffer, 5);
  std::cout << buffer << ' ' << bad.gcount() << ' ' << bad.eof() << '\n';
  std::stringstream both;
  for (int i = 0; i < 30; ++i) both << i * i << (i % 5 == 4 ? "\n" : " ");
  std::vector<int> numbers;
  for (int n = 0; both >> n;) numbers.push_back(n);
  int sum = 0;
  for (int n : numbers) sum += n;
  std::cout << numbers.size() << ' ' << sum << '\n';
  std::istringstream skip("skip these words; then");
  skip.ignore(100, ';');
  skip >> word;
  std::cout << word << ' ' << skip.gcount() << '\n';
  std::istringstream more("  42abc 7");
  unsigned u = 0;
  more >> u >> std::ws >> word;
  std::cout << u << word << '\n';
  char text[4];
  std::istringstream chars("longer than that");
  chars.getline(text, sizeof text);
  std::cout << text << ' ' << chars.fail() << '\n';
  std::stringstream places("0123456789");
  places.seekg(4);
  places >> std::setw(2) >> word;
  std::cout << word << ' ' << places.tellg() << '\n';
  try {
    std::istringstream throwing("x");
    throwing.exceptions(std::ios::failbit);
    throwing >> number;
  } catch (const std::ios_base::failure& problem) {
    std::cout << problem.what() << '\n';
  }
}
