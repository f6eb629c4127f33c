// Each thread has its own, made on first use and destroyed at the thread's end.
#include <cassert>
#include <thread>

static int alive = 0;
struct Counter {
  Counter() { ++alive; }
  ~Counter() { --alive; }
  int value = 0;
};
thread_local Counter counter;

int main() {
  std::thread thread([] {
    counter.value = 5;
    assert(counter.value == 5);
  });
  thread.join();
  assert(alive == 0);
  assert(counter.value == 0 && alive == 1);
}
