// Told when the thread and its objects are gone.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool done = false;
int alive = 0;
struct Object {
  Object() { ++alive; }
  ~Object() { --alive; }
};

int main() {
  std::thread thread([] {
    thread_local Object object;
    std::unique_lock lock(mutex);
    done = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return done; });
    assert(alive == 0);
  }
  thread.join();
}
