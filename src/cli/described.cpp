#include "cli/described.h"

#include <algorithm>
#include <cctype>

namespace clew::cli {

namespace {

/// The words between the braces of `TEXT:{dfs,bfs}`, which is how CLI11 names the values that are allowed.
std::vector<std::string> choicesIn(std::string& type) {
  const size_t open = type.find('{');
  const size_t close = type.find('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  std::vector<std::string> choices = CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
  type.resize(open > 0 && type[open - 1] == ':' ? open - 1 : open);
  return choices;
}

bool isLetter(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

/// The names in a text that begin with a dot, as in "a property file, .prp".
void findExtensions(std::string_view text, std::vector<std::string>& extensions) {
  for (size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    if (at > 0 && text[at - 1] != ' ') continue;
    size_t end = at + 1;
    while (end < text.size() && isLetter(text[end])) ++end;
    if (end > at + 1) extensions.emplace_back(text.substr(at, end - at));
  }
}

}  // namespace

Described describe(const CLI::Option& option) {
  Described described;
  described.isArgument = option.get_positional() && option.get_snames().empty() && option.get_lnames().empty();
  if (described.isArgument) {
    described.names = {option.get_name()};
  } else {
    for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
    for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  }
  described.isFlag = option.get_expected_max() == 0;
  described.isRepeated = option.get_expected_max() > 1;
  described.text = option.get_description();
  described.usual = option.get_default_str();
  if (described.isFlag) return described;
  described.value = option.get_type_name();
  described.choices = choicesIn(described.value);
  const std::string& value = described.value;
  described.isFolder = value == "DIR";
  described.isFile = value == "FILE" || value.starts_with("FILE.");
  if (described.isArgument && described.choices.empty() && value == "TEXT") described.isFile = true;
  if (!described.isFile) return described;
  if (value.starts_with("FILE.")) described.extensions.push_back(value.substr(4));
  if (described.extensions.empty()) findExtensions(described.text, described.extensions);
  return described;
}

std::vector<DescribedVerb> describeVerbs() {
  std::vector<DescribedVerb> all;
  all.reserve(verbs().size());
  for (const Verb& verb : verbs()) all.push_back(describeVerb(verb, verb.run));
  return all;
}

}  // namespace clew::cli
