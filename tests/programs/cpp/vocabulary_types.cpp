// optional, variant, any, function, tuple.
#include <any>
#include <cassert>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

int main() {
  std::optional<std::string> text;
  assert(!text && text.value_or("none") == "none");
  text = "some";
  assert(text->size() == 4);
  std::variant<int, std::string> value = 3;
  assert(std::get<int>(value) == 3);
  value = "words";
  assert(std::visit([](const auto& held) { return sizeof held; }, value) == sizeof(std::string));
  try {
    (void)std::get<int>(value);
    assert(false);
  } catch (const std::bad_variant_access&) {
  }
  std::any any = 2.5;
  assert(std::any_cast<double>(any) == 2.5 && std::any_cast<int>(&any) == nullptr);
  int base = 10;
  std::function<int(int)> add = [&](int n) { return base + n; };
  base = 20;
  assert(add(2) == 22);
  auto [number, word] = std::tuple(1, std::string("one"));
  assert(number == 1 && word == "one");
}
