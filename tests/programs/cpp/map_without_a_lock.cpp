// Two threads insert into the same map.
#include <map>
#include <thread>

std::map<int, int> map;

int main() {
  std::thread thread([] { map[1] = 1; });
  map[2] = 2;
  thread.join();
}
