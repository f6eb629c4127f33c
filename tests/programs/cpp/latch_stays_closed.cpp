// One is missing.
#include <latch>
#include <thread>

std::latch latch(3);

int main() {
  std::thread thread([] { latch.count_down(); });
  latch.arrive_and_wait();
  thread.join();
}
