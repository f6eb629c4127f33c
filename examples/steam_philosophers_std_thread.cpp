// The dining philosophers as the paper on StEAM has them, with what C++ offers today: a thread is an
// object, what it does is its virtual run(), and the number of philosophers comes from the command line.
//
// The bug: everyone takes the left fork first. When all have it, nobody gets the right one.
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Thread {
 public:
  virtual ~Thread() = default;
  virtual void run() = 0;

  void start() {
    thread_ = std::thread([this] { run(); });
  }
  void join() { thread_.join(); }

 private:
  std::thread thread_;
};

class Philosopher : public Thread {
 public:
  Philosopher(std::mutex& left, std::mutex& right) : left_(left), right_(right) {}

  void run() override {
    for (;;) {
      std::lock_guard<std::mutex> left(left_);
      std::lock_guard<std::mutex> right(right_);
    }
  }

 private:
  std::mutex& left_;
  std::mutex& right_;
};

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 3;
  std::vector<std::mutex> forks(count);
  std::vector<std::unique_ptr<Philosopher>> philosophers;
  for (std::size_t i = 0; i < count; ++i) {
    philosophers.push_back(std::make_unique<Philosopher>(forks[i], forks[(i + 1) % count]));
  }
  for (auto& philosopher : philosophers) philosopher->start();
  for (auto& philosopher : philosophers) philosopher->join();
}
