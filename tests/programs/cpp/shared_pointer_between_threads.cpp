// The counts are atomic: the object goes once, in whichever thread is last.
#include <cassert>
#include <memory>
#include <thread>

static int destroyed = 0;
struct Object {
  ~Object() { ++destroyed; }
};

int main() {
  auto first = std::make_shared<Object>();
  std::thread thread([second = first]() mutable { second.reset(); });
  first.reset();
  thread.join();
  assert(destroyed == 1);
}
