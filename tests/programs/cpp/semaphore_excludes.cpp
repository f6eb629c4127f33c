// One at a time.
#include <cassert>
#include <semaphore>
#include <thread>

std::binary_semaphore semaphore(1);
int inside = 0;

void enter() {
  semaphore.acquire();
  assert(++inside == 1);
  --inside;
  semaphore.release();
}

int main() {
  std::thread thread(enter);
  enter();
  thread.join();
}
