// One operation each.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter = 0;

int main() {
  std::thread thread([] { counter.fetch_add(2); });
  ++counter;
  thread.join();
  assert(counter == 3);
}
