// Readers see both halves of what a writer writes.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int first = 0, second = 0;

int main() {
  std::thread writer([] {
    std::unique_lock lock(mutex);
    ++first;
    ++second;
  });
  {
    std::shared_lock lock(mutex);
    assert(first == second);
  }
  writer.join();
}
