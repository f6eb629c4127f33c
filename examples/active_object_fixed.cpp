// A base class for objects with a thread of their own: derived classes say in run() what it does, and
// their destructor waits for it.
//
// The most derived class waits, before any of its members is destroyed. The base class cannot do it for
// the others, so it only checks that it has been done.
#include <cassert>
#include <memory>
#include <thread>

class ActiveObject {
 public:
  ActiveObject() = default;
  ActiveObject(const ActiveObject&) = delete;
  ActiveObject& operator=(const ActiveObject&) = delete;
  virtual ~ActiveObject() { assert(!thread_.joinable()); }

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

class Summation final : public ActiveObject {
 public:
  explicit Summation(int count) : count_(count), sum_(std::make_unique<int>(0)) {}
  ~Summation() override { join(); }

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
