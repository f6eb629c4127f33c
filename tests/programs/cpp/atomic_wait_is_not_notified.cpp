// The value changes, but nobody says so.
#include <atomic>
#include <thread>

std::atomic<int> number = 0;

int main() {
  std::thread thread([] { number = 1; });
  number.wait(0);
  thread.join();
}
