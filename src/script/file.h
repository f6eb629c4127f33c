// Script files. A file is a header, sections, and an index of the sections; each section is one zstd frame, so that a
// chunk of states can be read without the others. docs/certificate-format.md has every byte.
//
// What is read may come from anybody: sizes are limited before memory is taken, and whatever does not fit exactly is an
// error.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "script/coder.h"
#include "script/script.h"
#include "script/ways.h"
#include "support/result.h"

namespace clew::script {

/// A chunk has at most so many states and, but for its last state, so many transitions.
constexpr uint64_t kChunkStates = uint64_t{1} << 22;
constexpr uint64_t kChunkTransitions = uint64_t{1} << 24;

/// States with numbers that follow each other, as they are written.
struct CodedChunk {
  StateId first = 1;
  uint64_t states = 0;
  uint64_t transitions = 0;
  Coded coded;
};

/// Writes a script. Nothing is left behind if that fails.
std::optional<support::Error> writeFile(const std::string& path, Metadata metadata, const Alphabet& alphabet,
                                        const std::vector<CodedChunk>& chunks);

/// Writes a script of a symbolic search: metadata and the nogoods, as symbolic/nogood_code.h has them.
std::optional<support::Error> writeSymbolic(const std::string& path, const Metadata& metadata,
                                            std::span<const uint8_t> nogoods);

/// Writes a sub-script: metadata, ways to its roots, and chunks in which its states have their places.
std::optional<support::Error> writePart(const std::string& path, const Metadata& metadata, const Alphabet& alphabet,
                                        std::span<const WayStep> ways, const std::vector<CodedChunk>& chunks);

/// A script file, open for reading.
class File {
 public:
  static support::Result<File> open(const std::string& path);
  /// The same with the content of a file of this name.
  static support::Result<File> parse(std::vector<uint8_t> content, const std::string& name);

  const Metadata& metadata() const { return metadata_; }
  const Alphabet& alphabet() const { return alphabet_; }
  /// SHA-256 of the whole file.
  const std::string& hash() const { return hash_; }
  uint64_t bytes() const { return content_.size(); }

  struct Chunk {
    StateId first;
    uint64_t states;
    uint64_t transitions;
    uint64_t bytes;  // in the file
  };
  const std::vector<Chunk>& chunks() const { return chunks_; }

  /// Kind::Part: where its states and the ways to them are, and the ways.
  WayMap wayMap() const;
  support::Result<std::vector<WayStep>> ways() const;

  /// Reads the states of a chunk; what happened until then is there also when there is an error.
  std::optional<support::Error> read(size_t chunk, const Destination& into) const;

  /// Kind::Symbolic: the bytes of its nogoods, which nobody has looked at yet.
  support::Result<std::vector<uint8_t>> nogoods() const;

 private:
  struct Section {
    uint32_t kind;
    uint64_t offset, bytes, plainBytes;
  };
  File() = default;
  bool hasSectionsOfItsKind() const;
  support::Result<std::vector<uint8_t>> unpack(const Section& section) const;

  std::vector<uint8_t> content_;
  std::string hash_;
  Metadata metadata_;
  Alphabet alphabet_;
  std::vector<Section> sections_;
  std::vector<Chunk> chunks_;
  std::vector<size_t> sectionOf_;  // of each chunk
};

}  // namespace clew::script
