// The dining philosophers as the paper on StEAM has them, with what C++ offers today: a thread is an
// object, what it does is its virtual run(), and the number of philosophers comes from the command line.
//
// Everyone takes the fork with the smaller number first, so no circle of waiting can close.
#include <algorithm>
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
  Philosopher(std::mutex& first, std::mutex& second) : first_(first), second_(second) {}

  void run() override {
    for (;;) {
      std::lock_guard<std::mutex> first(first_);
      std::lock_guard<std::mutex> second(second_);
    }
  }

 private:
  std::mutex& first_;
  std::mutex& second_;
};

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 3;
  std::vector<std::mutex> forks(count);
  std::vector<std::unique_ptr<Philosopher>> philosophers;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [first, second] = std::minmax({i, (i + 1) % count});
    philosophers.push_back(std::make_unique<Philosopher>(forks[first], forks[second]));
  }
  for (auto& philosopher : philosophers) philosopher->start();
  for (auto& philosopher : philosophers) philosopher->join();
}
