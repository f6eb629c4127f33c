// Two threads append to the same string, one after the other.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
std::string text;

void append() {
  std::lock_guard lock(mutex);
  text += "x";
}

int main() {
  std::thread thread(append);
  append();
  thread.join();
  assert(text == "xx");
}
