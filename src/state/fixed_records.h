// Records of one size on disk, without anything between them, so that a record is known by a number: in one file and in
// blocks they count from 0, in the hashed layout the number has the file in its lowest bits. No record crosses pages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "state/page_files.h"

namespace clew::state {

/// `T` may have a hash() and be comparable, which a table of interned ones needs.
template <typename T>
class FixedRecords {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0 && sizeof(T) <= 64);

 public:
  using Record = T;
  static uint64_t hashOf(const T& record) { return record.hash(); }

  /// With positions of n bits there is room for 2^n records, in the hashed layout for a 64th of that in each file.
  FixedRecords(support::Disk& disk, FileOptions options) : pages_(disk, std::move(options), kContent) {}
  /// As they were when `save` was called; see PageFiles.
  FixedRecords(support::Disk& disk, FileOptions options, support::CheckedReader& saved)
      : pages_(disk, std::move(options), kContent, saved) {}

  /// Stores a record and says where. Records with similar hashes may be put close to each other.
  uint64_t append(const T& record, uint64_t hash = 0) {
    const size_t number = pages_.streamOf(hash);
    PageFiles::Stream& stream = pages_.stream(number);
    const uint64_t index = stream.pages * kPerPage + stream.used / sizeof(T);
    std::memcpy(stream.tail.data() + stream.used, &record, sizeof(T));
    stream.used += sizeof(T);
    if (stream.used == kPerPage * sizeof(T)) pages_.finishPage(number);
    return index << pages_.streamBits() | number;
  }

  /// The record at a position. If there is none or it is damaged, the disk has failed and the record is zero.
  T read(uint64_t position) {
    T record{};
    if (const uint8_t* const place = find(position)) std::memcpy(&record, place, sizeof(T));
    return record;
  }
  /// Whether the record at a position is this one; false too when it is damaged.
  bool equals(uint64_t position, const T& record) {
    const uint8_t* const place = find(position);
    if (place == nullptr) return false;
    T found;
    std::memcpy(&found, place, sizeof(T));
    return found == record;
  }

  /// Calls `found(position, record)` for each record, file by file in the order in which they were stored; false if
  /// something is damaged.
  template <typename Found>
  bool forEach(Found found) {
    PageScan scan(pages_);
    for (size_t stream = 0; stream < pages_.streams(); ++stream) {
      for (uint64_t page = 0; page <= pages_.stream(stream).pages; ++page) {
        if (!forEachOf(scan, stream, page, found)) return false;
      }
    }
    return true;
  }

  /// How many there are.
  uint64_t count() const {
    uint64_t sum = 0;
    for (size_t i = 0; i < pages_.streams(); ++i) sum += indexAtEnd(i);
    return sum;
  }

  void save(std::vector<uint8_t>& into) const { pages_.save(into); }
  PageFiles::Statistics statistics() const { return pages_.statistics(); }
  uint64_t memoryBytes() const { return pages_.memoryBytes(); }

 private:
  static constexpr size_t kPerPage = PageFiles::kContent / sizeof(T);
  static constexpr PageFiles::Content kContent = {kPerPage, sizeof(T)};

  uint64_t indexAtEnd(size_t stream) const {
    return pages_.stream(stream).pages * kPerPage + pages_.stream(stream).used / sizeof(T);
  }

  const uint8_t* find(uint64_t position) {
    const size_t stream = position & (pages_.streams() - 1);
    const uint64_t index = position >> pages_.streamBits();
    const size_t offset = index % kPerPage * sizeof(T);
    const uint8_t* const page = pages_.page(stream, index / kPerPage, offset + sizeof(T));
    return page == nullptr ? nullptr : page + offset;
  }

  template <typename Found>
  bool forEachOf(PageScan& scan, size_t stream, uint64_t number, Found& found) {
    const uint64_t first = number * kPerPage;
    const uint64_t count = std::min<uint64_t>(kPerPage, indexAtEnd(stream) - first);
    const uint8_t* const page = scan.page(stream, number, count * sizeof(T));
    if (page == nullptr) return false;
    for (uint64_t i = 0; i < count; ++i) {
      T record;
      std::memcpy(&record, page + i * sizeof(T), sizeof(T));
      found((first + i) << pages_.streamBits() | stream, record);
    }
    return true;
  }

  PageFiles pages_;
};

}  // namespace clew::state
