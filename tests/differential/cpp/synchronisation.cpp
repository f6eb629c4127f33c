// condition_variable, shared_mutex, recursive_mutex, call_once, scoped_lock, latch, barrier, semaphore, jthread.
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstdio>
#include <latch>
#include <mutex>
#include <queue>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable condition;
  std::queue<int> queue;
  int sum = 0;
  std::thread consumer([&] {
    for (int i = 0; i < 3; ++i) {
      std::unique_lock lock(mutex);
      condition.wait(lock, [&] { return !queue.empty(); });
      sum += queue.front();
      queue.pop();
    }
  });
  for (int i = 1; i <= 3; ++i) {
    std::scoped_lock lock(mutex);
    queue.push(i);
    condition.notify_one();
  }
  consumer.join();
  std::printf("%d\n", sum);
  std::once_flag once;
  int calls = 0;
  const auto call = [&] { std::call_once(once, [&] { ++calls; }); };
  std::thread other(call);
  call();
  other.join();
  std::printf("%d\n", calls);
  std::shared_mutex shared;
  std::recursive_mutex recursive;
  {
    std::shared_lock one(shared);
    std::shared_lock two(shared);
    std::lock_guard outer(recursive);
    std::lock_guard inner(recursive);
    std::printf("%d\n", shared.try_lock());
  }
  std::latch latch(2);
  std::thread arriving([&] { latch.count_down(); });
  latch.arrive_and_wait();
  arriving.join();
  std::counting_semaphore<4> semaphore(0);
  std::thread releasing([&] { semaphore.release(2); });
  semaphore.acquire();
  semaphore.acquire();
  releasing.join();
  std::printf("%d\n", semaphore.try_acquire());
  std::atomic<int> flag = 0;
  std::thread setting([&] {
    flag = 1;
    flag.notify_all();
  });
  flag.wait(0);
  setting.join();
  int rounds = 0;
  std::barrier barrier(2, [&]() noexcept { ++rounds; });
  std::thread partner([&] {
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
  });
  barrier.arrive_and_wait();
  barrier.arrive_and_wait();
  partner.join();
  std::printf("%d\n", rounds);
  std::atomic<bool> stopped = false;
  {
    std::jthread worker([&](std::stop_token token) {
      std::stop_callback callback(token, [&] { stopped = true; });
      while (!token.stop_requested()) std::this_thread::yield();
    });
  }
  std::printf("%d\n", stopped.load());
}
