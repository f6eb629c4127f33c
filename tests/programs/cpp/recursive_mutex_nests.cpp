// The same thread may lock it again, another may not.
#include <cassert>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
int depth = 0;

void nest(int levels) {
  std::lock_guard lock(mutex);
  assert(depth == levels % 2);
  ++depth;
  if (levels == 0) nest(1);
  --depth;
}

int main() {
  std::thread thread(nest, 0);
  nest(0);
  thread.join();
}
