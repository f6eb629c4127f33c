// Numbers and text with the usual manipulators, in order with printf.
#include <cstdio>
#include <iomanip>
#include <iostream>

int main() {
  std::cout << "a" << 1 << ' ' << -2L << ' ' << 3.5 << ' ' << true << std::endl;
  std::printf("b\n");
  std::cout << std::setw(5) << 42 << std::left << std::setw(5) << 42 << '|' << std::right << std::setfill('*')
            << std::setw(6) << "txt" << '\n';
  std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << std::dec << std::noshowbase << ' '
            << std::boolalpha << false << ' ' << std::fixed << std::setprecision(3) << 2.0 / 3 << ' ' << std::scientific
            << 12345.678 << std::flush << '\n';
  std::cerr << "not here\n";
}
