// Two threads append to the same string.
#include <string>
#include <thread>

std::string text;

int main() {
  std::thread thread([] { text += "x"; });
  text += "y";
  thread.join();
}
