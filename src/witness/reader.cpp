#include "witness/reader.h"

#include "support/text_file.h"

namespace clew::witness {

namespace {

constexpr uint64_t kLargestWitness = 16 << 20;

}  // namespace

support::Result<Witness> parseWitness(const std::string& name, const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin == std::string::npos) return support::Error{name + ": the file is empty"};
  return text[begin] == '<' ? parseGraphml(name, text.substr(begin)) : parseYaml(name, text);
}

support::Result<Witness> readWitness(const std::string& name) {
  const auto text = support::readTextFile(name, kLargestWitness);
  if (!text) return text.error();
  return parseWitness(name, *text);
}

}  // namespace clew::witness
