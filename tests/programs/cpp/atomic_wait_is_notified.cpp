// Objects of one, four and eight bytes.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> number = 0;
std::atomic<long> wide = 0;
std::atomic_flag flag;

int main() {
  std::thread thread([] {
    number = 1;
    number.notify_one();
    wide = 1L << 40;
    wide.notify_all();
    flag.test_and_set();
    flag.notify_one();
  });
  number.wait(0);
  assert(number == 1);
  wide.wait(0);
  assert(wide == 1L << 40);
  flag.wait(false);
  thread.join();
}
