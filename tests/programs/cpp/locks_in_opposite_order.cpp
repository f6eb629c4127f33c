// Each has what the other wants.
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread thread([] {
    std::lock_guard first(a);
    std::lock_guard second(b);
  });
  {
    std::lock_guard first(b);
    std::lock_guard second(a);
  }
  thread.join();
}
