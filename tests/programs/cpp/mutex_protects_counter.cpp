// Two threads add under a mutex.
#include <cassert>
#include <mutex>
#include <thread>

int counter = 0;
std::mutex mutex;

void add() {
  std::lock_guard<std::mutex> lock(mutex);
  ++counter;
}

int main() {
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  assert(counter == 2);
}
