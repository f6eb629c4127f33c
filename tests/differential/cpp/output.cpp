// std::cout: numbers, padding, bases, floating point forms, manipulators, pointers, interleaved with printf.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <string>

struct Point {
  int x, y;
};
std::ostream& operator<<(std::ostream& stream, const Point& point) {
  return stream << '(' << point.x << ", " << point.y << ')';
}

int main() {
  std::cout << "text " << 42 << ' ' << -7L << ' ' << 8u << ' ' << 'c' << ' ' << true << ' ' << std::string("string")
            << std::endl;
  std::printf("printf between\n");
  std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::uppercase << 48879 << ' ' << -1 << ' '
            << static_cast<short>(-1) << std::nouppercase << std::oct << ' ' << 8 << ' ' << 0 << std::dec << std::noshowbase
            << '\n';
  std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::internal << std::setw(8) << -42
            << '|' << std::right << std::setfill('.') << std::setw(10) << "right" << '|' << std::setfill(' ') << '\n';
  std::cout << std::showpos << 5 << ' ' << 0 << ' ' << 1.5 << std::noshowpos << ' ' << std::boolalpha << true << ' '
            << std::setw(7) << false << std::noboolalpha << '\n';
  std::cout << 3.14159265 << ' ' << 1e20 << ' ' << 1e-7 << ' ' << 100000.0 << ' ' << 1000000.0 << ' ' << 0.1f << '\n';
  std::cout << std::fixed << 3.14159265 << ' ' << std::setprecision(2) << 2.675 << ' ' << std::scientific << 12345.678
            << ' ' << std::defaultfloat << std::setprecision(10) << 3.14159265358979 << ' ' << std::showpoint << 2.0
            << std::noshowpoint << std::setprecision(6) << '\n';
  std::cout << std::internal << std::setw(12) << std::setfill('0') << -3.5 << std::setfill(' ') << ' ' << std::hexfloat
            << 1.0 << std::defaultfloat << '\n';
  std::cout << Point{3, 4} << ' ' << static_cast<const void*>(nullptr) << ' ' << nullptr << '\n';
  std::cout << 18446744073709551615ULL << ' ' << -9223372036854775807LL - 1 << ' ' << static_cast<unsigned char>('u')
            << static_cast<signed char>('s') << '\n';
  std::cout << 0.0 << ' ' << -0.0 << ' ' << 1.0 / 3 << ' ' << 1e300 * 1e10 << '\n';
  std::cout.put('p').write("write", 3) << std::flush << '\n';
  std::cout << std::quoted("a \"quoted\" text") << std::setw(5) << 'x' << '\n';
  std::cout.width(6);
  std::cout.fill('*');
  std::cout << 1 << 2 << '\n';
  std::cout << static_cast<bool>(std::cout) << std::cout.good() << '\n';
  std::ios_base::fmtflags before = std::cout.flags();
  std::cout << std::hex << 16;
  std::cout.flags(before);
  std::cout << ' ' << 16 << '\n';
  std::cerr << "to the other stream\n";
  std::clog << "and to the log\n";
  const char* none = nullptr;
  std::cout << none;
  std::cout.clear();
  std::cout << "end\n";
}
