// Also when the first call fails.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
int calls = 0;

void call() {
  std::call_once(once, [] { ++calls; });
  assert(calls == 1);
}

int main() {
  std::thread thread(call);
  call();
  thread.join();
  std::once_flag retried;
  int tries = 0;
  for (int i = 0; i < 3; ++i) {
    try {
      std::call_once(retried, [&] {
        if (++tries == 1) throw 1;
      });
    } catch (int) {
    }
  }
  assert(tries == 2);
}
