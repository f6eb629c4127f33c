// The same without what the compiler does for statics.
#include <cassert>
#include <thread>

static int made = 0;
static int* instance = nullptr;

void get() {
  if (instance == nullptr) {
    ++made;
    instance = new int(7);
  }
}

int main() {
  std::thread thread(get);
  get();
  thread.join();
  assert(made == 1);
}
