// Settings that are replaced while others read them. A reader keeps what it got alive with a
// std::shared_ptr.
//
// A mutex protects the pointer while it is copied or replaced. What it points to never changes, so a
// reader needs no lock once it has its copy.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Settings {
  int width;
  int height;
};

class Configuration {
 public:
  explicit Configuration(Settings settings) : current_(std::make_shared<const Settings>(settings)) {}

  std::shared_ptr<const Settings> get() const {
    std::lock_guard<std::mutex> guard(mutex_);
    return current_;
  }

  void replace(Settings settings) {
    auto next = std::make_shared<const Settings>(settings);
    std::lock_guard<std::mutex> guard(mutex_);
    current_.swap(next);  // the old settings go when `next` does, after the mutex is unlocked
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Settings> current_;
};

int main() {
  Configuration configuration({4, 3});
  std::thread reader([&] {
    const auto settings = configuration.get();
    assert(settings->width - settings->height == 1);
  });
  std::thread reloader([&] { configuration.replace({8, 7}); });
  reader.join();
  reloader.join();
}
