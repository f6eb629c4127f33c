// An exception does not leave its thread, whatever handlers main has.
#include <stdexcept>
#include <thread>

int main() {
  try {
    std::thread thread([] { throw 42; });
    thread.join();
  } catch (int) {
  }
}
