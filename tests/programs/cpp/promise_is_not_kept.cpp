// Nobody ever sets the value.
#include <future>

int main() {
  std::promise<int> promise;
  return promise.get_future().get();
}
