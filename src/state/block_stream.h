// Files of blocks. All blocks of a file have the same size, except that the last may be shorter, so a block is found by
// its number. Each carries a checksum over its content, its number, the file's name and a number drawn when the file
// was made: what is damaged, missing, in the wrong place or left over from another run is noticed, fails the disk and
// ends the reading. Nothing of such a block is handed out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "state/number_code.h"
#include "state/read_ahead.h"
#include "support/disk.h"

namespace clew::state {

/// How a file is divided.
struct BlockShape {
  uint32_t blockBytes = 8u << 10;   // small, since who looks up a single word reads a block
  uint32_t readBytes = 256u << 10;  // at once, when blocks are read one after the other
};

/// Where a file's blocks are, and what makes them this file's blocks.
struct BlockFile {
  std::unique_ptr<support::Disk::File> file;
  BlockShape shape;
  uint64_t salt = 0;   // the number drawn
  uint64_t bytes = 0;  // of the file, once it is complete
  uint64_t blocks() const { return (bytes + shape.blockBytes - 1) / shape.blockBytes; }
};

/// What stands before a block's content.
struct BlockHeader {
  uint64_t checksum;
  uint32_t length;  // of the content
  uint32_t items;   // in the content, whatever they are
};

/// Bytes behind a block's content that may be touched, so that content can be written and read in groups of numbers.
constexpr size_t kBlockSlack = 2 * kGroupReach;
/// A block has room for its first word and for a group of words with one of origins.
constexpr size_t kSmallestBlock =
    sizeof(BlockHeader) + sizeof(uint64_t) + 2 * (kNumbersInGroup / 2 + 8 * kNumbersInGroup);

class BlockWriter {
 public:
  /// The file, which is empty, is held by the caller.
  BlockWriter(support::Disk& disk, BlockFile& file);

  size_t capacity() const { return file_.shape.blockBytes - sizeof(BlockHeader); }
  /// Where the content of the next block is to be put: `capacity` bytes, and the slack.
  uint8_t* content() { return block_.data() + sizeof(BlockHeader); }
  /// Hands the block over, with so much content, and begins another.
  void seal(size_t length, uint32_t items);
  /// The last one, which takes no more room than it needs.
  void sealLast(size_t length, uint32_t items);
  uint64_t blocks() const { return blocks_; }

 private:
  void handOver(size_t length, uint32_t items, size_t bytes);

  support::Disk& disk_;
  BlockFile& file_;
  const uint64_t nameHash_;
  uint64_t blocks_ = 0;
  std::vector<uint8_t> block_;
};

class BlockReader {
 public:
  struct Block {
    std::span<const uint8_t> content;  // with the slack behind it; valid until the next block is asked for
    uint32_t items = 0;
  };

  /// The file is complete and held by the caller.
  BlockReader(support::Disk& disk, ReadAhead& readAhead, const BlockFile& file);
  ~BlockReader();
  BlockReader(const BlockReader&) = delete;  // a read may be on its way
  BlockReader& operator=(const BlockReader&) = delete;

  /// The block with this number; none, and the disk has failed, if it is not what was written. Blocks that are asked
  /// for one after the other, up to `end`, are read ahead.
  std::optional<Block> read(uint64_t number, uint64_t end);
  /// Fails the disk: what is in this block makes no sense.
  void complain(uint64_t number);

 private:
  /// Some blocks in a row.
  struct Piece {
    std::vector<uint8_t> bytes;
    uint64_t first = 0;
    uint64_t end = 0;
    bool holds(uint64_t number) const { return number >= first && number < end; }
  };

  bool load(uint64_t number, uint64_t end);
  std::span<uint8_t> prepare(Piece& piece, uint64_t first, uint64_t end);
  void awaitNext();

  support::Disk& disk_;
  ReadAhead& readAhead_;
  const BlockFile& file_;
  const uint64_t nameHash_;
  Piece current_;
  Piece next_;  // on its way if `fetching_`
  ReadAhead::Fetch fetch_;
  bool fetching_ = false;
  uint64_t expected_ = ~uint64_t{0};  // the block after the one read last
};

}  // namespace clew::state
