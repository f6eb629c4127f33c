// The program's own handler is called, but the program is terminated all the same.
#include <cstdlib>
#include <exception>

int main() {
  std::set_terminate([] { std::abort(); });
  throw 1;
}
