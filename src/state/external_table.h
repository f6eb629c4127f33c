// Interned records on disk. In memory there is an index with 32 bits of each record's hash and its number; a record is
// looked at only when these bits are equal. A record's number is its position and one, so that no table leads from
// numbers to positions. It follows that numbers of byte strings have gaps, that there is room for 32 GiB of them, and
// that there are up to 2^32 records of a fixed size.
//
// One thread uses a table. Whether the disk has failed, or there was no memory for the index, is for the caller to ask;
// what was interned since may have got a second number.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "state/external_index.h"
#include "state/fixed_records.h"
#include "state/record_files.h"

namespace clew::state {

template <typename Records>
class InternedRecords {
 public:
  using Record = typename Records::Record;

  struct Interned {
    uint32_t number;  // at least 1
    bool isNew;
  };

  InternedRecords(support::Disk& disk, FileOptions options) : records_(disk, withNumbers(std::move(options))) {}
  /// As it was when `save` was called; all records are read once. If that fails the disk has failed.
  InternedRecords(support::Disk& disk, FileOptions options, support::CheckedReader& saved)
      : records_(disk, withNumbers(std::move(options)), saved) {
    records_.forEach([this](uint64_t position, const Record& record) { add(Records::hashOf(record), position); });
  }

  /// The number of this record, new or known.
  Interned intern(const Record& record) {
    const uint64_t hash = Records::hashOf(record);
    const auto equals = [&](uint32_t number) { return records_.equals(number - 1, record); };
    if (const uint32_t known = index_.find(hash, equals); known != 0) return {known, false};
    return {add(hash, records_.append(record, hash)), true};
  }

  /// The number of this record if it is known, otherwise 0.
  uint32_t find(const Record& record) {
    return index_.find(Records::hashOf(record), [&](uint32_t number) { return records_.equals(number - 1, record); });
  }

  /// The record with a number: see the files' own `read`.
  bool read(uint32_t number, std::vector<uint8_t>& into)
    requires requires(Records records) { records.read(number, into); }
  {
    return records_.read(uint64_t{number} - 1, into);
  }
  Record operator[](uint32_t number)
    requires requires(Records records) { records.read(number); }
  {
    return records_.read(uint64_t{number} - 1);
  }

  void save(std::vector<uint8_t>& into) const { records_.save(into); }
  /// How many there are.
  uint64_t size() const { return size_; }
  /// There was no memory for the index.
  bool isFull() const { return index_.isFull(); }
  PageFiles::Statistics statistics() const { return records_.statistics(); }
  uint64_t memoryBytes() const { return records_.memoryBytes() + index_.bytes(); }

 private:
  static FileOptions withNumbers(FileOptions options) {
    options.positionBits = 32;
    return options;
  }

  /// The last number of 32 bits is never reached, because pages are not split: position + 1 is none that wraps.
  uint32_t add(uint64_t hash, uint64_t position) {
    const auto number = static_cast<uint32_t>(position + 1);
    index_.insert(hash, number, [](uint32_t /*other*/) { return false; });
    ++size_;
    return number;
  }

  Records records_;
  ExternalIndex index_;
  uint64_t size_ = 0;
};

using ExternalTable = InternedRecords<RecordFiles>;
template <typename T>
using ExternalTuples = InternedRecords<FixedRecords<T>>;

}  // namespace clew::state
