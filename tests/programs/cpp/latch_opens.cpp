// Both come, so both go on.
#include <cassert>
#include <latch>
#include <thread>

std::latch latch(2);
int work = 0;

int main() {
  std::thread thread([] {
    work = 1;
    latch.count_down();
  });
  latch.arrive_and_wait();
  assert(work == 1);
  thread.join();
}
