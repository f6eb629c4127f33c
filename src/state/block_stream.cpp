#include "state/block_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <utility>

#include "support/hash.h"

namespace clew::state {

namespace {

uint64_t nameHashOf(const BlockFile& file) {
  const std::string& name = file.file->name();
  return XXH3_64bits_withSeed(name.data(), name.size(), file.salt);
}

/// Over everything of a block that is not the checksum itself.
uint64_t checksumOf(const uint8_t* block, size_t length, uint64_t nameHash, uint64_t number) {
  constexpr size_t kBegin = offsetof(BlockHeader, length);
  const uint64_t seed = nameHash + number * 0x9E3779B97F4A7C15u;
  return XXH3_64bits_withSeed(block + kBegin, sizeof(BlockHeader) - kBegin + length, seed);
}

}  // namespace

BlockWriter::BlockWriter(support::Disk& disk, BlockFile& file)
    : disk_(disk), file_(file), nameHash_(nameHashOf(file)), block_(file.shape.blockBytes + kBlockSlack) {
  assert(file.shape.blockBytes >= kSmallestBlock);
}

void BlockWriter::seal(size_t length, uint32_t items) { handOver(length, items, file_.shape.blockBytes); }

void BlockWriter::sealLast(size_t length, uint32_t items) { handOver(length, items, sizeof(BlockHeader) + length); }

void BlockWriter::handOver(size_t length, uint32_t items, size_t bytes) {
  assert(length <= capacity());
  BlockHeader header{0, static_cast<uint32_t>(length), items};
  std::memcpy(block_.data(), &header, sizeof header);
  header.checksum = checksumOf(block_.data(), length, nameHash_, blocks_);
  std::memcpy(block_.data(), &header.checksum, sizeof header.checksum);
  block_.resize(bytes);
  std::vector<uint8_t> fresh(file_.shape.blockBytes + kBlockSlack);
  disk_.write(*file_.file, blocks_ * file_.shape.blockBytes, std::exchange(block_, std::move(fresh)));
  file_.bytes = blocks_ * file_.shape.blockBytes + bytes;
  ++blocks_;
}

BlockReader::BlockReader(support::Disk& disk, ReadAhead& readAhead, const BlockFile& file)
    : disk_(disk), readAhead_(readAhead), file_(file), nameHash_(nameHashOf(file)) {}

BlockReader::~BlockReader() { awaitNext(); }

void BlockReader::awaitNext() {
  if (fetching_ && !readAhead_.await(fetch_)) next_.end = next_.first;
  fetching_ = false;
}

std::optional<BlockReader::Block> BlockReader::read(uint64_t number, uint64_t end) {
  assert(number < end && end <= file_.blocks());
  if (!current_.holds(number) && !load(number, end)) {
    complain(number);
    return std::nullopt;
  }
  expected_ = number + 1;
  const uint64_t place = (number - current_.first) * file_.shape.blockBytes;
  const uint8_t* block = current_.bytes.data() + place;
  const uint64_t room = std::min<uint64_t>(file_.shape.blockBytes, file_.bytes - number * file_.shape.blockBytes);
  BlockHeader header;
  if (room >= sizeof header) std::memcpy(&header, block, sizeof header);
  if (room < sizeof header || header.length > room - sizeof header ||
      header.checksum != checksumOf(block, header.length, nameHash_, number)) {
    complain(number);
    return std::nullopt;
  }
  return Block{{block + sizeof header, header.length}, header.items};
}

void BlockReader::complain(uint64_t number) {
  disk_.fail(fmt::format("block {} of {} is damaged", number, file_.file->name()));
}

bool BlockReader::load(uint64_t number, uint64_t end) {
  const bool inOrder = number == expected_;
  if (fetching_ && next_.holds(number)) {
    awaitNext();
    std::swap(current_, next_);
    if (!current_.holds(number)) return false;
  } else {
    const uint64_t wanted = inOrder ? std::max(1u, file_.shape.readBytes / file_.shape.blockBytes) : 1;
    const auto bytes = prepare(current_, number, std::min(end, number + wanted));
    if (!disk_.read(*file_.file, number * file_.shape.blockBytes, bytes)) {
      current_.end = current_.first;
      return false;
    }
  }
  if (!inOrder || current_.end >= end) return true;
  awaitNext();
  const uint64_t wanted = std::max(1u, file_.shape.readBytes / file_.shape.blockBytes);
  const auto bytes = prepare(next_, current_.end, std::min(end, current_.end + wanted));
  readAhead_.begin(fetch_, *file_.file, next_.first * file_.shape.blockBytes, bytes);
  fetching_ = true;
  return true;
}

std::span<uint8_t> BlockReader::prepare(Piece& piece, uint64_t first, uint64_t end) {
  piece.first = first;
  piece.end = end;
  const uint64_t offset = first * file_.shape.blockBytes;
  const uint64_t bytes = std::min(file_.bytes, end * file_.shape.blockBytes) - offset;
  if (piece.bytes.size() < bytes + kBlockSlack) piece.bytes.resize(bytes + kBlockSlack);
  return {piece.bytes.data(), bytes};
}

}  // namespace clew::state
