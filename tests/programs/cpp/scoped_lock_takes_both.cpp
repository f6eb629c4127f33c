// In opposite order, but all or nothing.
#include <mutex>
#include <thread>

std::mutex a, b;
int shared = 0;

int main() {
  std::thread thread([] {
    std::scoped_lock lock(a, b);
    ++shared;
  });
  {
    std::scoped_lock lock(b, a);
    ++shared;
  }
  thread.join();
}
