// Neither joined nor detached.
#include <thread>

int main() {
  std::thread thread([] {});
}
