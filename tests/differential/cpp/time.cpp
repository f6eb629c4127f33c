// Durations compute, clocks do not go back, sleeping returns.
#include <chrono>
#include <cstdio>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  const auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(1ms);
  const auto after = std::chrono::steady_clock::now();
  std::printf("%d\n", after >= before);
  std::printf("%ld %ld\n", static_cast<long>(std::chrono::duration_cast<std::chrono::seconds>(3min + 5s).count()),
              static_cast<long>(std::chrono::milliseconds(2500ms % 1000ms).count()));
  std::printf("%d\n", std::chrono::system_clock::now().time_since_epoch().count() > 0);
}
