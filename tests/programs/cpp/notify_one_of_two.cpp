// Two wait, one is told.
#include <atomic>
#include <thread>

std::atomic<int> number = 0;

int main() {
  std::thread first([] { number.wait(0); });
  std::thread second([] { number.wait(0); });
  number = 1;
  number.notify_one();
  first.join();
  second.join();
}
