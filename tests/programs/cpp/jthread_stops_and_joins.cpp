// Its destructor asks it to stop and waits for it.
#include <cassert>
#include <stop_token>
#include <thread>

int state = 0;

int main() {
  bool called = false;
  {
    std::jthread thread([&](std::stop_token token) {
      std::stop_callback callback(token, [&] { called = true; });
      while (!token.stop_requested()) std::this_thread::yield();
      state = 1;
    });
  }
  assert(state == 1 && called);
}
