// The same object in all threads.
#include <cassert>
#include <thread>

static int value = 0;

int main() {
  std::thread thread([] { value = 5; });
  assert(value == 0);
  thread.join();
}
