#include "cli/certificate.h"

#include <fmt/format.h>

#include "support/sha256.h"

namespace clew::cli {

namespace {

/// Words as JSON can hold them: bytes that are no plain text are written as numbers.
std::vector<std::string> printable(const std::vector<std::string>& words) {
  std::vector<std::string> texts;
  for (const std::string& word : words) {
    std::string& text = texts.emplace_back();
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      text += byte >= 0x20 && byte < 0x7F ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
    }
  }
  return texts;
}

}  // namespace

script::Metadata describe(const program::Program& program, const program::Input& input, const Question& question,
                          const search::Options& options) {
  script::Metadata metadata;
  metadata.program = program.contentHash;
  metadata.entry = input.entry;
  metadata.files = printable(input.files);
  metadata.clangFlags = printable(input.clangFlags);
  metadata.arguments = printable(input.arguments);
  if (input.input) {
    metadata.input = support::sha256Text({reinterpret_cast<const uint8_t*>(input.input->data()), input.input->size()});
  }
  metadata.reduction = machine::nameOf(search::reductionOf(options));
  metadata.symmetry = machine::nameOf(search::symmetryOf(options));
  metadata.mallocMayFail = options.machine.allocationMayFail;
  metadata.maxCallDepth = static_cast<uint32_t>(options.machine.callDepth);
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (question.properties.contains(info.property)) metadata.properties.emplace_back(info.name);
  }
  metadata.invariants = question.invariants.invariants;
  metadata.next = question.invariants.next;
  return metadata;
}

std::optional<std::string> differenceOf(const script::Metadata& stated, const script::Metadata& given) {
  if (stated.semantics != given.semantics) {
    return fmt::format("the script is for semantics {}, this is {}", stated.semantics, given.semantics);
  }
  if (stated.program != given.program) return "the program differs from the one the script was made for";
  if (stated.entry != given.entry) return "the program is entered elsewhere";
  if (stated.arguments != given.arguments) return "the program's arguments differ";
  if (stated.input != given.input) return "the program's standard input differs";
  if (stated.mallocMayFail != given.mallocMayFail) return "--malloc-may-fail differs";
  if (stated.maxCallDepth != given.maxCallDepth) return "--max-call-depth differs";
  if (stated.reduction != given.reduction) return "--reduction differs";
  if (stated.symmetry != given.symmetry) return "--symmetry differs";
  return std::nullopt;
}

}  // namespace clew::cli
