// std::string, string_view and conversions.
#include <iostream>
#include <string>
#include <string_view>

int main() {
  std::string text = "The quick brown fox";
  text += " jumps over the lazy dog";
  std::string_view view = text;
  std::cout << text.size() << ' ' << text.find("brown") << ' ' << view.substr(4, 5) << '\n';
  text.replace(4, 5, "slow");
  text.erase(text.find(" jumps"));
  std::cout << text << ' ' << (text < "Thf") << text.compare("A") << '\n';
  std::cout << std::to_string(1.5) << ' ' << std::stoi("42") + std::stoul("7") << ' ' << std::to_string(-3) << '\n';
  try {
    std::stoi("x");
  } catch (const std::invalid_argument& problem) {
    std::cout << problem.what() << '\n';
  }
}
