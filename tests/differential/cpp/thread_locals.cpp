// thread_local objects: one per thread, constructed on first use, destroyed at its end.
#include <cstdio>
#include <thread>

struct Counter {
  Counter() { std::printf("+ "); }
  ~Counter() { std::printf("-%d ", value); }
  int value = 0;
};

thread_local Counter counter;
thread_local int plain = 5;

void use(int times) {
  for (int i = 0; i < times; ++i) ++counter.value, ++plain;
  std::printf("%d/%d ", counter.value, plain);
}

int main() {
  std::thread(use, 2).join();
  use(3);
  std::thread([] {
    thread_local Counter inner;
    inner.value = 40;
    use(1);
  }).join();
  std::thread([] { plain = 9; }).join();
  std::printf("%d\n", plain);
}
