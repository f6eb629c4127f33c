// Two threads come at the same time; one makes the object, the other waits for it.
#include <cassert>
#include <thread>

static int made = 0;
struct Slow {
  Slow() {
    ++made;
    value = 7;
  }
  int value = 0;
};

Slow& instance() {
  static Slow slow;
  return slow;
}

int main() {
  std::thread thread([] { assert(instance().value == 7); });
  assert(instance().value == 7);
  thread.join();
  assert(made == 1);
}
