// The other thread may hold it for longer than anybody waits.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;

int main() {
  std::thread thread([] { std::lock_guard lock(mutex); });
  const bool got = mutex.try_lock_for(std::chrono::milliseconds(10));
  if (got) mutex.unlock();
  thread.join();
  assert(got);
}
