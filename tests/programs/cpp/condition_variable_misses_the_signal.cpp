// The signal can come before the waiting.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;

int main() {
  std::thread thread([] { condition.notify_one(); });
  {
    std::unique_lock lock(mutex);
    condition.wait(lock);
  }
  thread.join();
}
