// A reference to a local of a function that has returned.
#include <thread>

void start() {
  int local = 1;
  std::thread([&local] { ++local; }).detach();
}

int main() { start(); }
