// Two operations are not one.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter = 0;

int main() {
  std::thread thread([] { counter = counter + 2; });
  counter = counter + 1;
  thread.join();
  assert(counter == 3);
}
