// Fuzzes the reader of scripts. Sections of a file are packed, so hardly any change of a file's bytes would get past
// the unpacking. Therefore an input is either a file (first byte 0), or plain sections, which are packed here before
// they are read: what is fuzzed then are descriptions, alphabets, ways and the coder of states.
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
  if (metadata.contains("ranges") && states > 0) {
    // Where the part begins is left to the input.
    const bool isFirst = metadata["ranges"].is_array() && !metadata["ranges"].empty() && metadata["ranges"][0] == 1;
    const uint64_t first = isFirst ? 1 : 1000;
    metadata["ranges"] = {first, first + states - 1};
    metadata["whole_states"] = 1000 + states;
  }
  const std::string text = metadata.dump(-1, ' ', false, test::json::error_handler_t::replace);
  sections[0].plain.assign(text.begin(), text.end());
}

/// Every number of a tree that was read must be one that the certifier can go by.
void walk(const script::File& file, const script::SearchTree& tree) {
  uint64_t steps = 0;
  const auto look = [&](uint64_t transition) {
    ++steps;
    const script::StateId to = tree.to(transition);
    const bool isElsewhere = to == script::kElsewhere && file.metadata().kind == script::Kind::Part;
    if (tree.label(transition) >= file.alphabet().labels() || (to > tree.states() && !isElsewhere)) std::abort();
    return true;
  };
  const auto goOn = [](script::StateId) { return true; };
  tree.walk(goOn, look, look, goOn);
  if (steps != tree.transitions() || tree.states() != file.metadata().states) std::abort();
  const bool isPart = file.metadata().kind == script::Kind::Part;
  for (script::StateId state = 2; state <= tree.states(); ++state) {
    if (tree.parent(state) == script::kNowhere ? !isPart : tree.parent(state) >= state) std::abort();
  }
}

/// Whoever goes back by the ways comes to the first state, from everywhere.
void goBack(const script::File& file, const script::SearchTree& tree) {
  const auto steps = file.ways();
  if (!steps) return;
  const auto ways = tree.waysBy(file.wayMap(), *steps);
  if (!ways) return;
  std::vector<bool> isReached(ways->from.size(), false);
  isReached[file.wayMap().first()] = true;
  for (script::StateId state = 1; state < ways->from.size(); ++state) {
    std::vector<script::StateId> way;
    for (script::StateId now = state; !isReached[now]; now = ways->from[now]) {
      if (way.size() > ways->from.size() || now == script::kNowhere) std::abort();
      if (ways->label[now] >= file.alphabet().labels()) std::abort();
      way.push_back(now);
    }
    for (const script::StateId now : way) isReached[now] = true;
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
  if (!tree) return 0;
  walk(*file, *tree);
  if (file->metadata().kind == script::Kind::Part) goBack(*file, *tree);
  return 0;
}
