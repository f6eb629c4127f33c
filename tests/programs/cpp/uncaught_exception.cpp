// Nobody catches it, so the program is terminated.
#include <stdexcept>

int main() {
  try {
    throw std::runtime_error("nobody catches this");
  } catch (const std::logic_error&) {
  }
}
