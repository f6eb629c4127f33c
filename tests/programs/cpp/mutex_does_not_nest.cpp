// A plain mutex locked again by its owner.
#include <mutex>

std::mutex mutex;

void inner() { std::lock_guard lock(mutex); }

int main() {
  std::lock_guard lock(mutex);
  inner();
}
