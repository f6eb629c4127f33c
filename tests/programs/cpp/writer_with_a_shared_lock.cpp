// Two writers that both took the lock for reading.
#include <cassert>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int counter = 0;

void write() {
  std::shared_lock lock(mutex);
  ++counter;
}

int main() {
  std::thread thread(write);
  write();
  thread.join();
  assert(counter == 2);
}
