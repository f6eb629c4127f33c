// Who unlocks is not who locked.
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  mutex.lock();
  std::thread thread([&] { mutex.unlock(); });
  thread.join();
}
