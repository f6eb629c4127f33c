// In a thread of its own, or when it is asked for; and a packaged task.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::future<int> now = std::async(std::launch::async, [](int n) { return n * n; }, 4);
  std::future<int> later = std::async(std::launch::deferred, [] { return 3; });
  assert(now.get() + later.get() == 19);
  std::packaged_task<int()> task([] { return 8; });
  std::future<int> result = task.get_future();
  task();
  assert(result.get() == 8);
}
