// A registry that is created when it is first asked for, with double-checked locking.
//
// instance() publishes the pointer when everything that others will read is there.
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

class Registry {
 public:
  static Registry& instance() {
    Registry* registry = published_.load(std::memory_order_acquire);
    if (registry == nullptr) {
      std::lock_guard<std::mutex> guard(mutex_);
      registry = published_.load(std::memory_order_relaxed);
      if (registry == nullptr) {
        owner_ = std::make_unique<Registry>();
        registry = owner_.get();
        registry->readSettings();
        published_.store(registry, std::memory_order_release);
      }
    }
    return *registry;
  }

  int connections() const { return connections_; }

 private:
  void readSettings() { connections_ = 8; }

  static std::atomic<Registry*> published_;
  static std::unique_ptr<Registry> owner_;
  static std::mutex mutex_;

  int connections_ = 0;
};

std::atomic<Registry*> Registry::published_;
std::unique_ptr<Registry> Registry::owner_;
std::mutex Registry::mutex_;

int main() {
  const auto use = [] { assert(Registry::instance().connections() == 8); };
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
