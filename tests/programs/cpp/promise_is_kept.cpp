// A value, and an exception, from another thread.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&] { promise.set_value(5); });
  assert(future.get() == 5);
  thread.join();
  std::promise<void> failing;
  std::future<void> failed = failing.get_future();
  failing.set_exception(std::make_exception_ptr(std::runtime_error("no")));
  try {
    failed.get();
    assert(false);
  } catch (const std::runtime_error&) {
  }
}
