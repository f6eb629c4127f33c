// The waiter looks before it waits.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool ready = false;

int main() {
  std::thread thread([] {
    std::lock_guard lock(mutex);
    ready = true;
    condition.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return ready; });
    assert(ready);
  }
  thread.join();
}
