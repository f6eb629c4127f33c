// A string_view outlives the string.
#include <string>
#include <string_view>

std::string text() { return "a text that does not fit into the string itself"; }

int main() {
  std::string_view view = text();
  return view[3] == 'e';
}
