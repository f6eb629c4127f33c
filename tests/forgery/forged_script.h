// Scripts as somebody writes them who does not mean well: with any lists, any description, any bytes. The certifier's
// own writer cannot do that, so the container is put together here once more.
#pragma once

#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "script/coder.h"
#include "script/file.h"
#include "script/search_tree.h"

namespace clew::test {

using Bytes = std::vector<uint8_t>;
using nlohmann::json;
using script::Label;
using script::StateId;

// ---- the container ----

constexpr size_t kHeaderBytes = 32;
constexpr size_t kEntryBytes = 56;

/// A section: what is packed, and what the index says of it.
struct Section {
  uint32_t kind = 0;
  Bytes plain;
  uint64_t first = 0, states = 0, transitions = 0;
};

template <typename T>
T numberAt(const Bytes& bytes, size_t place) {
  T value{};
  std::memcpy(&value, bytes.data() + place, sizeof(T));
  return value;
}

template <typename T>
void putAt(Bytes& bytes, size_t place, T value) {
  std::memcpy(bytes.data() + place, &value, sizeof(T));
}

template <typename T>
void put(Bytes& bytes, T value) {
  bytes.resize(bytes.size() + sizeof(T));
  putAt(bytes, bytes.size() - sizeof(T), value);
}

inline Bytes packed(const Bytes& plain) {
  Bytes frame(ZSTD_compressBound(plain.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), 1));
  return frame;
}

/// A file of frames, with an index that says what it is told to.
inline Bytes fileOf(const std::vector<Section>& sections, const std::vector<Bytes>& frames,
                    const std::vector<uint64_t>& plainBytes) {
  Bytes file = {'C', 'L', 'E', 'W', 'S', 'C', 'R', '\n'};
  put(file, script::kFormat);
  put(file, static_cast<uint32_t>(sections.size()));
  put(file, uint64_t{0});
  put(file, uint64_t{0});
  Bytes index;
  for (size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    put(index, section.kind);
    put(index, uint32_t{0});
    for (const uint64_t number : {uint64_t{file.size()}, uint64_t{frames[i].size()}, plainBytes[i], section.first,
                                  section.states, section.transitions}) {
      put(index, number);
    }
    file.insert(file.end(), frames[i].begin(), frames[i].end());
  }
  putAt(file, 16, uint64_t{file.size()});
  putAt(file, 24, uint64_t{file.size() + index.size()});
  file.insert(file.end(), index.begin(), index.end());
  return file;
}

inline Bytes fileOf(const std::vector<Section>& sections) {
  std::vector<Bytes> frames;
  std::vector<uint64_t> plainBytes;
  for (const Section& section : sections) {
    frames.push_back(packed(section.plain));
    plainBytes.push_back(section.plain.size());
  }
  return fileOf(sections, frames, plainBytes);
}

/// The sections of a file that is fine.
inline std::vector<Section> sectionsOf(const Bytes& file) {
  std::vector<Section> sections(numberAt<uint32_t>(file, 12));
  size_t entry = numberAt<uint64_t>(file, 16);
  for (Section& section : sections) {
    section.kind = numberAt<uint32_t>(file, entry);
    section.plain.resize(numberAt<uint64_t>(file, entry + 24));
    ZSTD_decompress(section.plain.data(), section.plain.size(), file.data() + numberAt<uint64_t>(file, entry + 8),
                    numberAt<uint64_t>(file, entry + 16));
    section.first = numberAt<uint64_t>(file, entry + 32);
    section.states = numberAt<uint64_t>(file, entry + 40);
    section.transitions = numberAt<uint64_t>(file, entry + 48);
    entry += kEntryBytes;
  }
  return sections;
}

inline Section jsonSection(uint32_t kind, const json& text) {
  const std::string plain = text.dump();
  return {kind, Bytes(plain.begin(), plain.end())};
}

inline Section statesSection(const script::Coded& coded, uint64_t first, uint64_t states, uint64_t transitions) {
  return {3, coded, first, states, transitions};
}

// ---- the lists ----

/// A script as lists, of which nothing needs to be true.
struct PlainScript {
  struct State {
    std::vector<Label> labels;
    std::vector<StateId> to;  // script::kProductive where the next state is discovered
    bool operator==(const State&) const = default;
  };
  json metadata;
  json alphabet;  // entries of thread, statement, alternatives, place
  std::vector<State> states;
  Bytes ways;  // of a sub-script, whose states have their places for numbers

  bool isPart() const { return metadata["kind"] == "part"; }
  script::Alphabet choices() const {
    script::Alphabet choices;
    for (const json& entry : alphabet) choices.add({entry[0], entry[1], entry[2]}, entry[3]);
    return choices;
  }
  uint64_t transitions() const {
    uint64_t count = 0;
    for (const State& state : states) count += state.to.size();
    return count;
  }
};

inline PlainScript plainOf(const Bytes& bytes) {
  const auto file = script::File::parse(bytes, "original");
  const auto tree = script::SearchTree::read(*file, 1);
  const auto sections = sectionsOf(bytes);
  PlainScript plain{json::parse(sections[0].plain), json::parse(sections[1].plain), {}, {}};
  if (plain.isPart()) plain.ways = sections[2].plain;
  for (StateId state = 1; state <= tree->states(); ++state) {
    PlainScript::State& lists = plain.states.emplace_back();
    for (uint64_t i = tree->first(state); i < tree->end(state); ++i) {
      lists.labels.push_back(tree->label(i));
      lists.to.push_back(tree->isProductive(i) ? script::kProductive : tree->to(i));
    }
  }
  return plain;
}

/// What the lists say, without the numbers that a script has for its labels.
inline std::vector<uint64_t> meaningOf(const script::File& file, const script::SearchTree& tree) {
  std::vector<uint64_t> meaning;
  for (StateId state = 1; state <= tree.states(); ++state) {
    for (uint64_t i = tree.first(state); i < tree.end(state); ++i) {
      const auto& entry = file.alphabet().entryOf(tree.label(i));
      const script::Choice& choice = entry.choice;
      for (const uint64_t number : {choice.thread, choice.statement, choice.alternatives, tree.label(i) - entry.first,
                                    tree.to(i), tree.isProductive(i) ? 1u : 0u}) {
        meaning.push_back(number);
      }
    }
    meaning.push_back(~uint64_t{0});
  }
  return meaning;
}

/// Makes the ranges of a part have so many states, by the last of them.
inline void settleRanges(json& ranges, uint64_t states) {
  uint64_t before = 0;
  for (size_t i = 0; i < ranges.size(); i += 2) {
    const auto first = ranges[i].get<uint64_t>();
    const uint64_t count = ranges[i + 1].get<uint64_t>() + 1 - first;
    if (before + count < states && i + 2 < ranges.size()) {
      before += count;
      continue;
    }
    ranges[i + 1] = first + states - before - 1;
    ranges.erase(ranges.begin() + static_cast<ptrdiff_t>(i + 2), ranges.end());
    return;
  }
}

/// Writes lists in chunks of so many states, as the format wants it: in the order of the search, if they are one.
inline std::vector<Section> sectionsOf(const PlainScript& plain, uint64_t chunkStates = script::kChunkStates) {
  const script::Alphabet alphabet = plain.choices();
  std::vector<std::unique_ptr<script::ChunkCoder>> chunks;
  struct Open {
    size_t state, next;
  };
  std::vector<Open> path;
  size_t entered = 0;
  const auto enter = [&] {
    if (entered % chunkStates == 0) {
      const uint64_t states = std::min<uint64_t>(chunkStates, plain.states.size() - entered);
      const script::Kind kind = plain.isPart() ? script::Kind::Part : script::Kind::Full;
      chunks.push_back(std::make_unique<script::ChunkCoder>(alphabet, kind, static_cast<StateId>(entered + 1), states));
    }
    chunks.back()->enter(std::span(plain.states[entered].labels));
    path.push_back({entered++, 0});
  };
  while (entered < plain.states.size()) {  // what no productive transition leads to is written nevertheless
    enter();
    while (!path.empty()) {
      Open& top = path.back();
      const auto& to = plain.states[top.state].to;
      if (top.next == to.size()) {
        path.pop_back();
        continue;
      }
      const StateId next = to[top.next++];
      chunks[top.state / chunkStates]->go(next);
      if (next == script::kProductive && entered < plain.states.size()) enter();
    }
  }
  std::vector<Section> sections = {jsonSection(1, plain.metadata), jsonSection(2, plain.alphabet)};
  if (plain.isPart()) sections.push_back({5, plain.ways});
  uint64_t transitions = 0;
  for (const auto& chunk : chunks) {
    const uint64_t base = chunk->base(), states = chunk->states(), own = chunk->transitions();
    sections.push_back(statesSection(chunk->finish(), base, states, own));
    transitions += own;
  }
  json metadata = plain.metadata;
  metadata["states"] = plain.states.size();
  metadata["transitions"] = transitions;
  if (plain.isPart()) settleRanges(metadata["ranges"], plain.states.size());
  sections[0] = jsonSection(1, metadata);
  return sections;
}

inline Bytes fileOf(const PlainScript& plain, uint64_t chunkStates = script::kChunkStates) {
  return fileOf(sectionsOf(plain, chunkStates));
}

}  // namespace clew::test
