// Settings that are replaced while others read them. A reader keeps what it got alive with a
// std::shared_ptr.
//
// The bug: shared_ptr counts its references atomically, but the pointer itself is a plain variable.
// A reader that copies it while it is replaced may find an object whose last reference is just gone.
#include <cassert>
#include <memory>
#include <thread>

struct Settings {
  int width;
  int height;
};

class Configuration {
 public:
  explicit Configuration(Settings settings) : current_(std::make_shared<const Settings>(settings)) {}

  std::shared_ptr<const Settings> get() const { return current_; }

  void replace(Settings settings) { current_ = std::make_shared<const Settings>(settings); }

 private:
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
