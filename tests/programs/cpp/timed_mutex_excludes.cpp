// Whoever gets it in time is alone.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;
int inside = 0;

void enter() {
  if (!mutex.try_lock_for(std::chrono::milliseconds(10))) return;
  assert(++inside == 1);
  --inside;
  mutex.unlock();
}

int main() {
  std::thread thread(enter);
  enter();
  thread.join();
}
