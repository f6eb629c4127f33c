// An exception is kept, thrown again elsewhere, and destroyed once.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>

static int alive = 0;
struct Counted {
  Counted() { ++alive; }
  Counted(const Counted&) { ++alive; }
  ~Counted() { --alive; }
};

int main() {
  std::exception_ptr kept;
  std::thread thread([&] {
    try {
      throw Counted();
    } catch (...) {
      kept = std::current_exception();
    }
  });
  thread.join();
  assert(alive == 1);
  try {
    std::rethrow_exception(kept);
  } catch (const Counted&) {
    assert(alive == 1);
  }
  kept = nullptr;
  assert(alive == 0);
  try {
    try {
      throw 1;
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception& outer) {
    try {
      std::rethrow_if_nested(outer);
      assert(false);
    } catch (int number) {
      assert(number == 1);
    }
  }
}
