// Templates and lambdas with captures of all kinds.
#include <cstdio>
#include <utility>

template <typename T, int N>
struct Buffer {
  T data[N] = {};
  template <typename Function>
  void each(Function&& function) {
    for (T& element : data) function(element);
  }
};
template <typename... T>
int total(T... numbers) {
  return (0 + ... + numbers);
}

int main() {
  Buffer<int, 4> buffer;
  int next = 1;
  buffer.each([&next](int& element) { element = next++; });
  int sum = 0;
  buffer.each([&](int element) { sum += element; });
  auto counter = [count = 0]() mutable { return ++count; };
  counter();
  std::printf("%d %d %d\n", sum, counter(), total(1, 2, 3));
}
