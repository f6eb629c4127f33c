// Byte strings of any length on disk. A record is its length in four bytes and its content, and begins at a multiple of
// eight bytes, which is its position; it goes on in the next page when one is full.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "state/page_files.h"
#include "support/hash.h"

namespace clew::state {

class RecordFiles {
 public:
  using Record = std::span<const uint8_t>;
  static constexpr uint64_t kLongest = uint64_t{256} << 20;
  static uint64_t hashOf(Record record) { return support::hashBytes(record.data(), record.size()); }

  /// With positions of n bits there is room for 2^n times eight bytes: 32 GiB with 32 bits, 8 TiB with 40. In the
  /// hashed layout each of the 64 files has its own share of that.
  RecordFiles(support::Disk& disk, FileOptions options) : pages_(disk, std::move(options), kContent) {}
  /// As they were when `save` was called; see PageFiles.
  RecordFiles(support::Disk& disk, FileOptions options, support::CheckedReader& saved)
      : pages_(disk, std::move(options), kContent, saved) {}

  /// Stores a record and says where. Records with similar hashes may be put close to each other.
  uint64_t append(Record record, uint64_t hash);
  /// Fetches the record at a position; false, and the disk has failed, if there is none or it is damaged.
  bool read(uint64_t position, std::vector<uint8_t>& into);
  /// Whether the record at a position is this one; false too when it is damaged.
  bool equals(uint64_t position, Record record);

  /// Calls `found(position, record)` for each record, file by file in the order in which they were stored; false if
  /// something is damaged.
  template <typename Found>
  bool forEach(Found found);

  void save(std::vector<uint8_t>& into) const { pages_.save(into); }
  PageFiles::Statistics statistics() const { return pages_.statistics(); }
  uint64_t memoryBytes() const { return pages_.memoryBytes(); }

 private:
  static constexpr size_t kUnit = 8;
  static constexpr size_t kUnitsPerPage = PageFiles::kContent / kUnit;
  static constexpr PageFiles::Content kContent = {kUnitsPerPage, 0};
  using Length = uint32_t;

  /// Where a record's content is.
  struct Place {
    size_t stream;
    uint64_t page;
    size_t offset;
    size_t length;
  };

  void put(size_t stream, Record bytes);
  /// Finds the record at this unit of a stream; false, and the disk has failed, if none can be there.
  template <typename Source>
  bool locate(Source& source, size_t stream, uint64_t unit, Place& place);
  /// Calls `take(bytes)` for the pieces of a record that lie in one page each, as long as it answers true.
  template <typename Source, typename Take>
  static bool forPieces(Source& source, Place place, Take take);
  /// The content, in its page if it is in one, else put together in the buffer; nothing if it is damaged.
  template <typename Source>
  static bool content(Source& source, const Place& place, std::vector<uint8_t>& buffer, Record& record);

  PageFiles pages_;
};

template <typename Source>
bool RecordFiles::locate(Source& source, size_t stream, uint64_t unit, Place& place) {
  const size_t offset = unit % kUnitsPerPage * kUnit;
  place = {stream, unit / kUnitsPerPage, offset + sizeof(Length), 0};
  const uint8_t* const page = source.page(stream, place.page, place.offset);
  if (page == nullptr) return false;
  Length length;
  std::memcpy(&length, page + offset, sizeof(length));
  place.length = length;
  const uint64_t begin = place.page * PageFiles::kContent + place.offset;
  if (length <= kLongest && begin + length <= pages_.stream(stream).contentBytes()) return true;
  pages_.complain(stream, place.page, "is damaged");
  return false;
}

template <typename Source, typename Take>
bool RecordFiles::forPieces(Source& source, Place place, Take take) {
  while (place.length > 0) {
    const size_t count = std::min(place.length, PageFiles::kContent - place.offset);
    const uint8_t* const page = source.page(place.stream, place.page, place.offset + count);
    if (page == nullptr || !take(Record(page + place.offset, count))) return false;
    place = {place.stream, place.page + 1, 0, place.length - count};
  }
  return true;
}

template <typename Source>
bool RecordFiles::content(Source& source, const Place& place, std::vector<uint8_t>& buffer, Record& record) {
  const bool isWhole = place.offset + place.length <= PageFiles::kContent;
  buffer.clear();
  const bool good = forPieces(source, place, [&](Record piece) {
    record = piece;
    if (!isWhole) buffer.insert(buffer.end(), piece.begin(), piece.end());
    return true;
  });
  if (!isWhole || place.length == 0) record = buffer;
  return good;
}

template <typename Found>
bool RecordFiles::forEach(Found found) {
  PageScan scan(pages_);
  std::vector<uint8_t> buffer;
  for (size_t stream = 0; stream < pages_.streams(); ++stream) {
    const uint64_t units = pages_.stream(stream).contentBytes() / kUnit;
    for (uint64_t unit = 0; unit < units;) {
      Place place{};
      Record record;
      if (!locate(scan, stream, unit, place) || !content(scan, place, buffer, record)) return false;
      found(unit << pages_.streamBits() | stream, record);
      unit += (sizeof(Length) + place.length + kUnit - 1) / kUnit;
    }
  }
  return true;
}

}  // namespace clew::state
