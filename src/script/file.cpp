#include "script/file.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "support/sha256.h"

namespace clew::script {

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

namespace {

using nlohmann::json;
using support::Error;
using support::Result;

constexpr std::array<char, 8> kMagic = {'C', 'L', 'E', 'W', 'S', 'C', 'R', '\n'};
constexpr uint64_t kMostFile = uint64_t{16} << 30;
constexpr uint64_t kMostPlain = uint64_t{256} << 20;  // of one section
constexpr uint64_t kMostJson = uint64_t{16} << 20;
constexpr uint64_t kMostSections = 1 << 12;
constexpr uint32_t kMostThreads = 1 << 12;
constexpr uint32_t kMostLabels = 1 << 22;
constexpr uint64_t kMostTransitions = kChunkTransitions + kMostLabels;  // of one section
constexpr int kLevel = 6;

enum SectionKind : uint32_t {
  kMetadata = 1,
  kAlphabet = 2,
  kStates = 3,
  kNogoods = 4,
  kWays = 5
};

struct Header {
  std::array<char, 8> magic;
  uint32_t format;
  uint32_t sections;
  uint64_t index;  // its place
  uint64_t bytes;  // of the file
};

struct Entry {
  uint32_t kind;
  uint32_t zero;
  uint64_t offset, bytes, plainBytes, first, states, transitions;
};

json metadataJson(const Metadata& metadata) {
  json text = {{"kind", nameOf(metadata.kind)},
               {"semantics", metadata.semantics},
               {"program", metadata.program},
               {"files", metadata.files},
               {"clang_flags", metadata.clangFlags},
               {"arguments", metadata.arguments},
               {"input", metadata.input},
               {"entry", metadata.entry},
               {"reduction", metadata.reduction},
               {"symmetry", metadata.symmetry},
               {"malloc_may_fail", metadata.mallocMayFail},
               {"max_call_depth", metadata.maxCallDepth},
               {"properties", metadata.properties},
               {"invariants", metadata.invariants},
               {"next", metadata.next},
               {"states", metadata.states},
               {"transitions", metadata.transitions},
               {"depth", metadata.depth},
               {"violation", metadata.violation},
               {"path", metadata.path}};
  if (metadata.kind == Kind::Part) {
    text["whole"] = metadata.whole;
    text["whole_states"] = metadata.wholeStates;
    text["whole_transitions"] = metadata.wholeTransitions;
    text["part"] = metadata.part;
    text["parts"] = metadata.parts;
    for (const Range& range : metadata.ranges) {
      text["ranges"].push_back(range.first);
      text["ranges"].push_back(range.last);
    }
  }
  if (metadata.kind != Kind::Symbolic) return text;
  text["solver"] = metadata.solver;
  text["unwind"] = metadata.unwind;
  text["unwind_loops"] = metadata.unwindLoops;
  text["branches"] = metadata.branches;
  return text;
}

bool isNumber32(const json& number) { return number.is_number_unsigned() && number.get<uint64_t>() <= UINT32_MAX; }

/// What only a symbolic script has; may throw.
bool takeSymbolic(const json& text, Metadata& metadata) {
  for (const auto& [name, number] : {std::pair{"unwind", &metadata.unwind}, {"branches", &metadata.branches}}) {
    if (!isNumber32(text.at(name))) return false;
    text.at(name).get_to(*number);
  }
  const json& loops = text.at("unwind_loops");
  if (!loops.is_array() || loops.size() % 2 != 0 || !std::all_of(loops.begin(), loops.end(), isNumber32)) return false;
  loops.get_to(metadata.unwindLoops);
  text.at("solver").get_to(metadata.solver);
  return true;
}

/// What only a sub-script has; may throw.
bool takePart(const json& text, Metadata& metadata) {
  for (const auto& [name, number] : {std::pair{"part", &metadata.part}, {"parts", &metadata.parts}}) {
    if (!isNumber32(text.at(name))) return false;
    text.at(name).get_to(*number);
  }
  for (const auto& [name, count] :
       {std::pair{"whole_states", &metadata.wholeStates}, {"whole_transitions", &metadata.wholeTransitions}}) {
    if (!text.at(name).is_number_unsigned()) return false;
    text.at(name).get_to(*count);
  }
  text.at("whole").get_to(metadata.whole);
  const json& ranges = text.at("ranges");
  if (!ranges.is_array() || ranges.size() % 2 != 0 || !std::all_of(ranges.begin(), ranges.end(), isNumber32)) {
    return false;
  }
  for (size_t i = 0; i < ranges.size(); i += 2) metadata.ranges.push_back({ranges[i], ranges[i + 1]});
  return metadata.part >= 1 && metadata.part <= metadata.parts && metadata.parts <= kMostParts;
}

/// Whether a part's states have numbers, each its own, and none that the whole has not.
bool hasRightRanges(const Metadata& metadata) {
  uint64_t states = 0;
  uint64_t end = 1;  // the first number that may come
  for (const Range& range : metadata.ranges) {
    if (range.first < end || range.last < range.first) return false;
    states += uint64_t{range.last} - range.first + 1;
    end = uint64_t{range.last} + 2;  // ranges do not touch
  }
  return states == metadata.states && end <= metadata.wholeStates + 2 && metadata.wholeStates <= kMostStates;
}

std::optional<Metadata> metadataOf(const json& text) {
  try {
    Metadata metadata;
    const auto kind = text.at("kind").get<std::string>();
    if (kind == nameOf(Kind::Trustful)) {
      metadata.kind = Kind::Trustful;
    } else if (kind == nameOf(Kind::Violation)) {
      metadata.kind = Kind::Violation;
    } else if (kind == nameOf(Kind::Symbolic)) {
      metadata.kind = Kind::Symbolic;
    } else if (kind == nameOf(Kind::Part)) {
      metadata.kind = Kind::Part;
    } else if (kind != nameOf(Kind::Full)) {
      return std::nullopt;
    }
    for (const auto& [name, number] :
         {std::pair{"semantics", &metadata.semantics}, {"max_call_depth", &metadata.maxCallDepth}}) {
      if (!isNumber32(text.at(name))) return std::nullopt;
      text.at(name).get_to(*number);
    }
    text.at("program").get_to(metadata.program);
    text.at("files").get_to(metadata.files);
    text.at("clang_flags").get_to(metadata.clangFlags);
    text.at("arguments").get_to(metadata.arguments);
    text.at("input").get_to(metadata.input);
    text.at("entry").get_to(metadata.entry);
    text.at("reduction").get_to(metadata.reduction);
    text.at("symmetry").get_to(metadata.symmetry);
    text.at("malloc_may_fail").get_to(metadata.mallocMayFail);
    text.at("properties").get_to(metadata.properties);
    text.at("invariants").get_to(metadata.invariants);
    text.at("next").get_to(metadata.next);
    for (const auto& [name, count] :
         {std::pair{"states", &metadata.states}, {"transitions", &metadata.transitions}, {"depth", &metadata.depth}}) {
      if (!text.at(name).is_number_unsigned()) return std::nullopt;
      text.at(name).get_to(*count);
    }
    text.at("violation").get_to(metadata.violation);
    text.at("path").get_to(metadata.path);
    if (metadata.kind == Kind::Symbolic && !takeSymbolic(text, metadata)) return std::nullopt;
    if (metadata.kind == Kind::Part && !(takePart(text, metadata) && hasRightRanges(metadata))) return std::nullopt;
    return metadata;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

json alphabetJson(const Alphabet& alphabet) {
  json list = json::array();
  for (const Alphabet::Entry& entry : alphabet.entries()) {
    list.push_back({entry.choice.thread, entry.choice.statement, entry.choice.alternatives, entry.place});
  }
  return list;
}

std::optional<Alphabet> alphabetOf(const json& text) {
  try {
    Alphabet alphabet;
    if (!text.is_array()) return std::nullopt;
    for (const json& entry : text) {
      if (entry.size() != 4) return std::nullopt;
      for (size_t i = 0; i < 3; ++i) {
        if (!entry[i].is_number_unsigned() || entry[i].get<uint64_t>() > kMostStates) return std::nullopt;
      }
      const Choice choice = {entry[0], entry[1], entry[2]};
      if (choice.thread >= kMostThreads || choice.alternatives == 0) return std::nullopt;
      if (choice.alternatives > kMostLabels - alphabet.labels()) return std::nullopt;
      alphabet.add(choice, entry[3].get<std::string>());
    }
    return alphabet;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

WayMap wayMapOf(const Metadata& metadata) {
  return {static_cast<StateId>(metadata.states), !metadata.ranges.empty() && metadata.ranges.front().first == 1};
}

/// One section, packed.
struct Packed {
  Entry entry{};
  std::vector<uint8_t> bytes;
};

Packed pack(SectionKind kind, std::span<const uint8_t> plain, uint64_t first = 0, uint64_t states = 0,
            uint64_t transitions = 0) {
  Packed packed;
  packed.bytes.resize(ZSTD_compressBound(plain.size()));
  packed.bytes.resize(ZSTD_compress(packed.bytes.data(), packed.bytes.size(), plain.data(), plain.size(), kLevel));
  packed.entry = {kind, 0, 0, packed.bytes.size(), plain.size(), first, states, transitions};
  return packed;
}

Packed pack(SectionKind kind, const json& text) {
  const std::string plain = text.dump(-1, ' ', false, json::error_handler_t::replace);
  return pack(kind, {reinterpret_cast<const uint8_t*>(plain.data()), plain.size()});
}

Packed packStates(const CodedChunk& chunk) {
  return pack(kStates, chunk.coded, chunk.first, chunk.states, chunk.transitions);
}

std::optional<Error> writeWhole(const std::string& path, std::span<const Packed> sections,
                                std::span<const uint8_t> head, std::span<const uint8_t> index) {
  const std::string temporary = path + ".part";
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    const auto put = [&](std::span<const uint8_t> bytes) {
      out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    };
    put(head);
    for (const Packed& section : sections) put(section.bytes);
    put(index);
    out.flush();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      return Error{fmt::format("{} cannot be written: {}", path, std::strerror(errno))};
    }
  }
  std::error_code failed;
  std::filesystem::rename(temporary, path, failed);
  if (!failed) return std::nullopt;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  return Error{fmt::format("{} cannot be written: {}", path, failed.message())};
}

/// Puts the sections one behind the other, with a header and an index.
std::optional<Error> writeSections(const std::string& path, std::vector<Packed>& sections) {
  Header header{kMagic, kFormat, static_cast<uint32_t>(sections.size()), sizeof(Header), 0};
  std::vector<uint8_t> index;
  for (Packed& section : sections) {
    section.entry.offset = header.index;
    header.index += section.bytes.size();
    const auto* bytes = reinterpret_cast<const uint8_t*>(&section.entry);
    index.insert(index.end(), bytes, bytes + sizeof(Entry));
  }
  header.bytes = header.index + index.size();
  return writeWhole(path, sections, {reinterpret_cast<const uint8_t*>(&header), sizeof(Header)}, index);
}

/// Puts chunks behind other sections, packed by two threads.
void addChunks(std::vector<Packed>& sections, const std::vector<CodedChunk>& chunks) {
  const size_t before = sections.size();
  sections.resize(before + chunks.size());
  std::atomic<size_t> nextChunk{0};
  const auto work = [&] {
    for (size_t chunk = nextChunk++; chunk < chunks.size(); chunk = nextChunk++) {
      sections[before + chunk] = packStates(chunks[chunk]);
    }
  };
  const std::jthread other(work);
  work();
}

}  // namespace

std::optional<Error> writeFile(const std::string& path, Metadata metadata, const Alphabet& alphabet,
                               const std::vector<CodedChunk>& chunks) {
  metadata.states = metadata.transitions = 0;
  for (const CodedChunk& chunk : chunks) {
    metadata.states += chunk.states;
    metadata.transitions += chunk.transitions;
  }
  std::vector<Packed> sections;
  sections.push_back(pack(kMetadata, metadataJson(metadata)));
  sections.push_back(pack(kAlphabet, alphabetJson(alphabet)));
  addChunks(sections, chunks);
  return writeSections(path, sections);
}

std::optional<Error> writePart(const std::string& path, const Metadata& metadata, const Alphabet& alphabet,
                               std::span<const WayStep> ways, const std::vector<CodedChunk>& chunks) {
  std::vector<Packed> sections;
  sections.push_back(pack(kMetadata, metadataJson(metadata)));
  sections.push_back(pack(kAlphabet, alphabetJson(alphabet)));
  const std::vector<uint8_t> steps = encodeWays(wayMapOf(metadata), ways);
  sections.push_back(pack(kWays, std::span(steps)));
  addChunks(sections, chunks);
  return writeSections(path, sections);
}

std::optional<Error> writeSymbolic(const std::string& path, const Metadata& metadata,
                                   std::span<const uint8_t> nogoods) {
  if (nogoods.size() > kMostPlain) return Error{"the nogoods are too large for a script"};
  std::vector<Packed> sections;
  sections.push_back(pack(kMetadata, metadataJson(metadata)));
  sections.push_back(pack(kAlphabet, alphabetJson({})));
  sections.push_back(pack(kNogoods, nogoods));
  return writeSections(path, sections);
}

// ---- reading ----

Result<File> File::open(const std::string& path) {
  const auto error = [&](const std::string& what) { return Error{fmt::format("{}: {}", path, what)}; };
  std::error_code failed;
  const auto size = std::filesystem::is_regular_file(path, failed) ? std::filesystem::file_size(path, failed) : 0;
  if (failed || !std::filesystem::is_regular_file(path, failed)) return error("there is no such file");
  if (size > kMostFile) return error("this is too large for a script");
  std::vector<uint8_t> content(size);
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(size));
  if (!in) return error("cannot be read");
  return parse(std::move(content), path);
}

Result<File> File::parse(std::vector<uint8_t> content, const std::string& name) {
  const auto error = [&](const std::string& what) { return Error{fmt::format("{}: {}", name, what)}; };
  File file;
  file.content_ = std::move(content);
  const uint64_t size = file.content_.size();
  Header header{};
  if (size < sizeof(Header)) return error("this is no script");
  std::memcpy(&header, file.content_.data(), sizeof(Header));
  if (header.magic != kMagic) return error("this is no script");
  if (header.format != kFormat) return error(fmt::format("format {} is not {}", header.format, kFormat));
  if (header.bytes > size) return error("the script is cut short");
  if (header.bytes < size) return error("there is something behind the script's end");
  if (header.sections > kMostSections || header.index < sizeof(Header) || header.index > size ||
      size - header.index != uint64_t{header.sections} * sizeof(Entry)) {
    return error("the script's index is damaged");
  }
  uint64_t next = sizeof(Header);
  StateId nextState = 1;
  uint64_t transitions = 0;
  for (uint32_t i = 0; i < header.sections; ++i) {
    Entry entry{};
    std::memcpy(&entry, file.content_.data() + header.index + i * sizeof(Entry), sizeof(Entry));
    const bool isExpected = i == 0   ? entry.kind == kMetadata
                            : i == 1 ? entry.kind == kAlphabet
                                     : entry.kind == kStates || entry.kind == kNogoods || entry.kind == kWays;
    const bool fits = isExpected && entry.zero == 0 && entry.offset == next && entry.bytes <= header.index - next &&
                      entry.plainBytes <= kMostPlain;
    if (!fits) return error("the script's index is damaged");
    next += entry.bytes;
    file.sections_.push_back({entry.kind, entry.offset, entry.bytes, entry.plainBytes});
    if (entry.kind != kStates) {
      if (entry.first != 0 || entry.states != 0 || entry.transitions != 0)
        return error("the script's index is damaged");
      continue;
    }
    if (entry.first != nextState || entry.states == 0 || entry.states > kChunkStates ||
        entry.states > kMostStates - nextState || entry.transitions > kMostTransitions) {
      return error("the script's index is damaged");
    }
    nextState += static_cast<StateId>(entry.states);
    transitions += entry.transitions;
    file.chunks_.push_back({static_cast<StateId>(entry.first), entry.states, entry.transitions, entry.bytes});
    file.sectionOf_.push_back(i);
  }
  if (next != header.index || header.sections < 2) return error("the script's index is damaged");

  const auto readJson = [&](const Section& section) -> std::optional<json> {
    if (section.plainBytes > kMostJson) return std::nullopt;
    const auto plain = file.unpack(section);
    if (!plain) return std::nullopt;
    if (std::find(plain->begin(), plain->end(), 0) != plain->end()) return std::nullopt;  // ends a text for the parser
    // What is nested deeper than anything in a script takes no memory.
    const auto isFlat = [](int depth, json::parse_event_t, const json&) { return depth <= 2; };
    json text = json::parse(plain->begin(), plain->end(), isFlat, false);
    if (text.is_discarded()) return std::nullopt;
    return text;
  };
  const auto metadata = readJson(file.sections_[0]);
  const auto parsed = metadata ? metadataOf(*metadata) : std::nullopt;
  if (!parsed) return error("the script's description of itself is damaged");
  file.metadata_ = *parsed;
  const auto alphabet = readJson(file.sections_[1]);
  auto choices = alphabet ? alphabetOf(*alphabet) : std::nullopt;
  if (!choices) return error("the script's list of transitions is damaged");
  file.alphabet_ = std::move(*choices);
  if (file.metadata_.states != nextState - 1) return error("the script does not have as many states as it says");
  if (file.metadata_.transitions != transitions)
    return error("the script does not have as many transitions as it says");
  if (file.metadata_.kind == Kind::Violation && nextState != 1) return error("a path has no states of its own");
  if (!file.hasSectionsOfItsKind()) return error("the script's sections are not those of its kind");
  file.hash_ = support::sha256Text(file.content_);
  return file;
}

bool File::hasSectionsOfItsKind() const {
  const auto isThird = [this](SectionKind kind) { return sections_.size() > 2 && sections_[2].kind == kind; };
  const size_t others = sections_.size() - chunks_.size() - 2;  // besides metadata and alphabet
  switch (metadata_.kind) {
    case Kind::Symbolic: return others == 1 && chunks_.empty() && isThird(kNogoods);
    case Kind::Part: return others == 1 && !chunks_.empty() && isThird(kWays);
    default: return others == 0;
  }
}

WayMap File::wayMap() const { return wayMapOf(metadata_); }

Result<std::vector<WayStep>> File::ways() const {
  if (metadata_.kind != Kind::Part) return Error{"the script is not a part of one"};
  const auto plain = unpack(sections_[2]);
  if (!plain) return plain.error();
  return decodeWays(wayMap(), *plain, alphabet_.labels());
}

Result<std::vector<uint8_t>> File::unpack(const Section& section) const {
  const uint8_t* packed = content_.data() + section.offset;
  const Error damaged{"a section of the script is damaged"};
  if (ZSTD_getFrameContentSize(packed, section.bytes) != section.plainBytes) return damaged;
  if (ZSTD_findFrameCompressedSize(packed, section.bytes) != section.bytes) return damaged;
  std::vector<uint8_t> plain(section.plainBytes);
  const size_t got = ZSTD_decompress(plain.data(), plain.size(), packed, section.bytes);
  if (ZSTD_isError(got) != 0 || got != plain.size()) return damaged;
  return plain;
}

Result<std::vector<uint8_t>> File::nogoods() const {
  if (metadata_.kind != Kind::Symbolic) return Error{"the script is not of a symbolic search"};
  return unpack(sections_.back());
}

std::optional<Error> File::read(size_t chunk, const Destination& into) const {
  Error stopped{"budget: it was not read to its end"};
  if (into.progress.mustStop()) return stopped;
  const auto plain = unpack(sections_[sectionOf_[chunk]]);
  if (!plain) return plain.error();
  const Error damaged{"a section of the script is damaged"};
  CodeReader channel(*plain);
  const Chunk& which = chunks_[chunk];
  ChunkCoder coder(alphabet_, metadata_.kind, which.first, which.states);
  if (coder.read(channel, which.transitions, into)) return std::nullopt;
  return into.progress.mustStop() ? stopped : damaged;
}

}  // namespace clew::script
