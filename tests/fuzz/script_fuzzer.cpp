// Fuzzes the reader of scripts. Sections of a file are packed, so hardly any change of a file's bytes would get past
// the unpacking. Therefore an input is either a file (first byte 0), or plain sections, which are packed here before
// they are read: what is fuzzed then are descriptions, alphabets and the coder of states.
//
// An input of plain sections is: 1; of each section a byte for its kind, 4 bytes each for its length, its states, its
// transitions; its bytes. script_seeds.cpp makes both of a script.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "../forgery/forged_script.h"
#include "script/file.h"
#include "script/search_tree.h"

namespace {

using namespace clew;
using test::Bytes;
using test::Section;

constexpr size_t kSectionHead = 13;
// A script may claim to be large, which takes its time and shows nothing.
constexpr uint64_t kMostStates = 1 << 12;
constexpr uint64_t kMostTransitions = 1 << 16;

/// Sections as the input has them.
std::vector<Section> sectionsOf(const uint8_t* data, size_t size) {
  std::vector<Section> sections;
  uint64_t first = 1;
  while (size >= kSectionHead && sections.size() < 8) {
    uint32_t numbers[3];
    std::memcpy(numbers, data + 1, sizeof(numbers));
    const size_t length = std::min<size_t>(numbers[0], size - kSectionHead);
    Section section{data[0], Bytes(data + kSectionHead, data + kSectionHead + length)};
    if (section.kind == 3) {
      section.first = first;
      section.states = numbers[1] % kMostStates;
      section.transitions = numbers[2] % kMostTransitions;
      first += section.states;
    }
    sections.push_back(std::move(section));
    data += kSectionHead + length;
    size -= kSectionHead + length;
  }
  return sections;
}

/// The counts of a description are those of the sections, or nothing behind it would ever be read.
void settleCounts(std::vector<Section>& sections) {
  if (sections.empty()) return;
  auto metadata = test::json::parse(sections[0].plain, nullptr, false);
  if (!metadata.is_object()) return;
  uint64_t states = 0, transitions = 0;
  for (const Section& section : sections) {
    states += section.states;
    transitions += section.transitions;
  }
  metadata["states"] = states;
  metadata["transitions"] = transitions;
  const std::string text = metadata.dump(-1, ' ', false, test::json::error_handler_t::replace);
  sections[0].plain.assign(text.begin(), text.end());
}

/// Every number of a tree that was read must be one that the certifier can go by.
void walk(const script::File& file, const script::SearchTree& tree) {
  uint64_t steps = 0;
  const auto look = [&](uint64_t transition) {
    ++steps;
    if (tree.label(transition) >= file.alphabet().labels() || tree.to(transition) > tree.states()) std::abort();
    return true;
  };
  tree.walk(look, look, [](script::StateId) { return true; });
  if (steps != tree.transitions() || tree.states() != file.metadata().states) std::abort();
  for (script::StateId state = 2; state <= tree.states(); ++state) {
    if (tree.parent(state) == script::kNowhere || tree.parent(state) >= state) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  Bytes bytes(data + 1, data + size);
  if (data[0] != 0) {
    auto sections = sectionsOf(data + 1, size - 1);
    settleCounts(sections);
    bytes = test::fileOf(sections);
  }
  const auto file = script::File::parse(std::move(bytes), "input");
  if (!file || file->metadata().states > 8 * kMostStates || file->metadata().transitions > 8 * kMostTransitions)
    return 0;
  const auto tree = script::SearchTree::read(*file, 1);
  if (tree) walk(*file, *tree);
  return 0;
}
