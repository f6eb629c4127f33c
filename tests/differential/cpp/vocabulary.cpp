// optional, variant, any, function, tuple, pair, bind, reference_wrapper, bitset, initializer_list, complex, ratio.
#include <any>
#include <bitset>
#include <complex>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

std::optional<int> half(int number) {
  if (number % 2 != 0) return std::nullopt;
  return number / 2;
}

int add(int a, int b) { return a + b; }

struct Visitor {
  std::string operator()(int number) const { return "int " + std::to_string(number); }
  std::string operator()(const std::string& text) const { return "text " + text; }
  std::string operator()(double) const { return "double"; }
};

int main() {
  std::printf("%d %d %d\n", half(4).value(), half(3).has_value(), half(3).value_or(-1));
  try {
    half(5).value();
  } catch (const std::bad_optional_access& problem) {
    std::printf("%s\n", problem.what());
  }
  std::variant<int, std::string, double> value = 5;
  std::printf("%s\n", std::visit(Visitor(), value).c_str());
  value = std::string("a text that is too long for the small buffer");
  std::printf("%s %zu\n", std::visit(Visitor(), value).c_str(), value.index());
  try {
    std::get<double>(value);
  } catch (const std::bad_variant_access& problem) {
    std::printf("%s\n", problem.what());
  }
  std::any any = 3;
  std::printf("%d ", std::any_cast<int>(any));
  any = std::string("any");
  std::printf("%s %d\n", std::any_cast<std::string>(any).c_str(), any.type() == typeid(std::string));
  try {
    std::any_cast<int>(any);
  } catch (const std::bad_any_cast& problem) {
    std::printf("%s\n", problem.what());
  }
  int captured = 10;
  std::function<int(int)> function = [&captured](int n) { return captured += n; };
  function(5);
  std::function<int(int)> copy = function;
  std::printf("%d ", copy(1));
  function = std::bind(add, std::placeholders::_1, 100);
  std::printf("%d\n", function(11));
  function = nullptr;
  try {
    function(1);
  } catch (const std::bad_function_call& problem) {
    std::printf("%s\n", problem.what());
  }
  auto [number, text, real] = std::make_tuple(1, std::string("two"), 3.0);
  std::printf("%d %s %g\n", number, text.c_str(), real);
  std::bitset<20> bits("1011001");
  bits.set(12).flip(0);
  std::printf("%s %zu %lu\n", bits.to_string().c_str(), bits.count(), bits.to_ulong());
  std::complex<double> product = std::complex<double>(1, 2) * std::complex<double>(3, -1);
  std::printf("%g %g\n", product.real(), product.imag());
  std::printf("%d\n", std::apply(add, std::tuple(20, 22)));
}
