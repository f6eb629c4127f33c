// Three are expected, two come.
#include <barrier>
#include <thread>

std::barrier barrier(3);

int main() {
  std::thread thread([] { barrier.arrive_and_wait(); });
  barrier.arrive_and_wait();
  thread.join();
}
