// Threads whose results do not depend on their order.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

int main() {
  std::vector<int> results(3);
  std::vector<std::thread> threads;
  std::mutex mutex;
  int total = 0;
  std::atomic<int> count = 0;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      results[static_cast<std::size_t>(i)] = i * i;
      std::lock_guard lock(mutex);
      total += i;
      ++count;
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%d %d %d %d\n", results[2], total, count.load(), threads[0].joinable());
  try {
    threads[0].join();
  } catch (const std::system_error& problem) {
    std::printf("%d\n", problem.code() == std::errc::invalid_argument);
  }
  std::thread none;
  std::printf("%d %d\n", none.get_id() == std::thread::id(), std::this_thread::get_id() != std::thread::id());
}
