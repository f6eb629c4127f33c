// The standard streams may be used by all threads at once.
#include <iostream>
#include <thread>

int main() {
  std::thread thread([] { std::cout << "one" << 1 << std::endl; });
  std::cout << "two" << 2 << std::endl;
  thread.join();
}
