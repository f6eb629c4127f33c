// A store of positive numbers that refuses others with an exception.
//
// The bug: add() locks and unlocks by hand. When it throws, the mutex stays locked, and the next one
// who wants it waits for ever.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

class Store {
 public:
  void add(int number) {
    mutex_.lock();
    if (number <= 0) throw std::invalid_argument("not positive");
    sum_ += number;
    mutex_.unlock();
  }

  int sum() {
    std::lock_guard<std::mutex> guard(mutex_);
    return sum_;
  }

 private:
  std::mutex mutex_;
  int sum_ = 0;
};

static bool tryToAdd(Store& store, int number) {
  try {
    store.add(number);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

int main() {
  Store store;
  std::thread good([&] { assert(tryToAdd(store, 5)); });
  std::thread bad([&] { assert(!tryToAdd(store, -1)); });
  good.join();
  bad.join();
  assert(store.sum() == 5);
}
