// The matrix of External A*: candidates wait on disk, in a file for each depth and value by the heuristic, until their
// turn comes. The bucket with the least sum is next, of several the one that is nearer to the beginning, so that
// everything that can still come into it has come.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "state/fixed_records.h"
#include "support/bytes.h"

namespace clew::search {

class Buckets {
 public:
  struct Candidate {
    uint64_t word;
    uint64_t origin;
  };
  struct Place {
    uint64_t length;  // depth and value
    uint64_t depth;
    auto operator<=>(const Place&) const = default;
  };

  explicit Buckets(support::Disk& disk) : disk_(disk) {}

  bool empty() const { return files_.empty(); }
  /// The bucket that is next; there must be one.
  Place first() const { return files_.begin()->first; }

  void add(uint64_t depth, uint32_t value, Candidate candidate);
  /// Takes the bucket that is next away and calls `found(candidate)` for each in it; false if the disk has failed.
  template <typename Found>
  bool takeFirst(Found found) {
    const auto bucket = files_.begin();
    const bool good =
        bucket->second.records->forEach([&](uint64_t /*position*/, const Candidate& candidate) { found(candidate); });
    retired_.push_back(bucket->second.name);
    files_.erase(bucket);
    return good;
  }

  void save(std::vector<uint8_t>& into) const;
  /// What was saved; false if it makes no sense.
  bool restore(support::CheckedReader& in);
  /// Removes files that a checkpoint does not need any more.
  void forgetOld();

  uint64_t memoryBytes() const { return files_.size() * 2 * state::PageFiles::kPageBytes; }

 private:
  using Records = state::FixedRecords<Candidate>;
  struct Bucket {
    std::string name;
    std::unique_ptr<Records> records;
  };
  static state::FileOptions fileOptions(const std::string& name);

  support::Disk& disk_;
  std::map<Place, Bucket> files_;
  uint64_t next_ = 0;  // in the name of the next file
  std::vector<std::string> retired_;
};

}  // namespace clew::search
