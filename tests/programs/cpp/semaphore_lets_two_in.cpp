// The count is one too high.
#include <cassert>
#include <semaphore>
#include <thread>

std::counting_semaphore<2> semaphore(2);
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
