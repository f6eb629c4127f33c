// Two threads add at the same time.
#include <cassert>
#include <thread>

int counter = 0;

int main() {
  std::thread first([] { ++counter; });
  std::thread second([] { ++counter; });
  first.join();
  second.join();
  assert(counter == 2);
}
