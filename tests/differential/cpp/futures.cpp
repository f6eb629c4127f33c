// promise, future, packaged_task, async, shared_future, exceptions through futures.
#include <cstdio>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> promise;
  std::future<std::string> future = promise.get_future();
  std::thread producer([&] { promise.set_value("from the promise"); });
  std::printf("%s\n", future.get().c_str());
  producer.join();
  std::packaged_task<int(int)> task([](int n) { return n * n; });
  std::future<int> square = task.get_future();
  task(12);
  std::printf("%d\n", square.get());
  std::future<int> later = std::async(std::launch::async, [] { return 5; });
  std::future<int> lazy = std::async(std::launch::deferred, [] { return 6; });
  std::printf("%d %d\n", later.get(), lazy.get());
  std::future<int> failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("failed"); });
  try {
    failing.get();
  } catch (const std::runtime_error& problem) {
    std::printf("%s\n", problem.what());
  }
  std::future<int> broken;
  {
    std::promise<int> dropped;
    broken = dropped.get_future();
  }
  try {
    broken.get();
  } catch (const std::future_error& problem) {
    std::printf("%s\n", problem.what());
  }
  std::promise<void> twice;
  twice.set_value();
  try {
    twice.set_value();
  } catch (const std::future_error& problem) {
    std::printf("%d\n", problem.code() == std::future_errc::promise_already_satisfied);
  }
  std::shared_future<int> shared = std::async(std::launch::async, [] { return 8; }).share();
  std::printf("%d %d\n", shared.get(), shared.get());
}
