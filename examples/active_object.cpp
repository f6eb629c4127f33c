// A base class for objects with a thread of their own: derived classes say in run() what it does, and
// the destructor waits for it.
//
// The bug: the destructor that waits is that of the base class. It begins when the derived part is
// already gone, so run() works with members that have been destroyed.
#include <cassert>
#include <memory>
#include <thread>

class ActiveObject {
 public:
  ActiveObject() = default;
  ActiveObject(const ActiveObject&) = delete;
  ActiveObject& operator=(const ActiveObject&) = delete;
  virtual ~ActiveObject() { join(); }

  void start() {
    thread_ = std::thread([this] { run(); });
  }

 protected:
  void join() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  virtual void run() {}

  std::thread thread_;
};

class Summation : public ActiveObject {
 public:
  explicit Summation(int count) : count_(count), sum_(std::make_unique<int>(0)) {}

 private:
  void run() override {
    for (int i = 1; i <= count_; ++i) *sum_ += i;
    assert(*sum_ == count_ * (count_ + 1) / 2);
  }

  int count_;
  std::unique_ptr<int> sum_;
};

int main() {
  Summation summation(2);
  summation.start();
}
