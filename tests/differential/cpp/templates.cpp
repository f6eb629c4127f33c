// Templates: specialisation, variadics, folds, SFINAE, CRTP, constexpr, lambdas of all kinds, coroutine-free generators.
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

template <typename T>
struct Name {
  static const char* get() { return "other"; }
};
template <>
struct Name<int> {
  static const char* get() { return "int"; }
};
template <typename T>
struct Name<T*> {
  static std::string get() { return std::string("pointer to ") + Name<T>::get(); }
};

template <typename... Numbers>
auto sum(Numbers... numbers) {
  return (numbers + ... + 0);
}

template <typename Derived>
struct Shape {
  int twice() const { return 2 * static_cast<const Derived*>(this)->area(); }
};
struct Square : Shape<Square> {
  int side = 3;
  int area() const { return side * side; }
};

constexpr unsigned long factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
const char* kind(T) {
  return "integral";
}
template <typename T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
const char* kind(T) {
  return "floating";
}

template <int N>
struct Static {
  static int count;
  Static() { ++count; }
};
template <int N>
int Static<N>::count = N;

int main() {
  std::printf("%s %s\n", Name<int*>::get().c_str(), Name<char>::get());
  std::printf("%d %g\n", sum(1, 2, 3), sum(1.5, 2));
  std::printf("%d %lu\n", Square().twice(), factorial(10));
  std::printf("%s %s\n", kind(1), kind(1.0f));
  Static<5> a, b;
  Static<7> c;
  std::printf("%d %d\n", Static<5>::count, Static<7>::count);
  int counter = 0;
  auto increment = [&counter](auto by) mutable { return counter += static_cast<int>(by); };
  increment(2);
  increment(3.7);
  auto compose = [](auto f, auto g) { return [=](auto x) { return g(f(x)); }; };
  std::printf("%d %d\n", counter, compose([](int x) { return x + 1; }, [](int x) { return x * x; })(4));
  auto unique = [value = std::vector<int>{1, 2, 3}]() { return value.size(); };
  std::printf("%zu\n", unique());
  auto recurse = [](auto self, int n) -> int { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
  std::printf("%d\n", recurse(recurse, 12));
}
