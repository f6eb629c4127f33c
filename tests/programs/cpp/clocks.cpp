// Time does not go back, and sleeping takes some.
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  using namespace std::chrono;
  const auto before = steady_clock::now();
  std::this_thread::sleep_for(milliseconds(5));
  assert(steady_clock::now() - before >= milliseconds(5));
  assert(duration_cast<seconds>(minutes(2) + milliseconds(1500)).count() == 121);
}
