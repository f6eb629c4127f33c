// With any kind of lock, and with a limit.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
std::condition_variable_any condition;
int stage = 0;

int main() {
  std::thread thread([] {
    std::unique_lock lock(mutex);
    stage = 1;
    condition.notify_all();
  });
  {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return stage == 1; });
    assert(!condition.wait_for(lock, std::chrono::milliseconds(1), [] { return stage == 2; }));
  }
  thread.join();
}
