// The task and its creator write the same variable.
#include <cassert>
#include <future>

int main() {
  int shared = 0;
  std::future<void> task = std::async(std::launch::async, [&] { shared = shared + 1; });
  shared = shared + 1;
  task.get();
  assert(shared == 2);
}
