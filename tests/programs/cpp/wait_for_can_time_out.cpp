// Nobody promises that the signal comes in time.
#include <cassert>
#include <chrono>
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
    assert(condition.wait_for(lock, std::chrono::seconds(1), [] { return ready; }));
  }
  thread.join();
}
