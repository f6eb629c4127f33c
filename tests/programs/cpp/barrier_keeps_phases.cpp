// Nobody is ahead by more than a phase.
#include <barrier>
#include <cassert>
#include <thread>

int done[2];
std::barrier barrier(2);

int main() {
  std::thread thread([] {
    done[0] = 1;
    barrier.arrive_and_wait();
    assert(done[1] == 1);
  });
  done[1] = 1;
  barrier.arrive_and_wait();
  assert(done[0] == 1);
  thread.join();
}
