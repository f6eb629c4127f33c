// std::string and string_view.
#include <cstdio>
#include <string>
#include <string_view>

int main() {
  std::string text = "short";
  text += " and then it grows beyond the small buffer";
  std::printf("%s %zu\n", text.c_str(), text.size());
  std::printf("%zu %zu %zu\n", text.find("then"), text.rfind('t'), text.find_first_of("xyz"));
  text.replace(0, 5, "LONGER START");
  text.insert(6, "<>");
  text.erase(20, 10);
  std::printf("%s\n%s\n", text.c_str(), text.substr(3, 12).c_str());
  std::string copy = text;
  copy[0] = 'l';
  std::printf("%d %d %d\n", text == copy, text < copy, text.compare(copy) < 0);
  std::string_view view = text;
  view.remove_prefix(2);
  std::printf("%.*s %zu\n", 5, view.data(), view.find("START"));
  std::printf("%s %s %s\n", std::to_string(-42).c_str(), std::to_string(3.25).c_str(), std::to_string(99UL).c_str());
  std::printf("%d %ld %d\n", std::stoi("123"), std::stol("-77 rest"), std::stoi("ff", nullptr, 16));
  try {
    std::stoi("none");
  } catch (const std::exception& problem) {
    std::printf("%s\n", problem.what());
  }
  try {
    std::stoi("99999999999");
  } catch (const std::exception& problem) {
    std::printf("%s\n", problem.what());
  }
  try {
    text.substr(1000);
  } catch (const std::exception& problem) {
    std::printf("%s\n", problem.what());
  }
  std::string joined;
  for (std::string word : {"a", "bb", "ccc"}) joined += word + "," + std::string(2, '-');
  std::printf("%s\n", joined.c_str());
  std::wstring wide = L"wide";
  wide += L" text";
  std::printf("%zu\n", wide.size());
  joined.resize(3);
  joined.append(5, 'z').push_back('!');
  std::printf("%s %d\n", joined.c_str(), joined.back());
}
