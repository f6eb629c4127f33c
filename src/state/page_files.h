// Pages of 16 KiB in files that only grow, as everything that is stored on disk is kept: an unfinished page in memory,
// written once when it is full, behind the run's back, and never again. A page is read back through a cache.
//
// A page ends in a checksum of its content, its place and a number of the run that was drawn at random: a page that was
// damaged, that stands in the wrong place or that another run wrote is not believed.
//
// How pages are spread over files is the layout. Pages of the hashed layout form 64 streams, one for each file, in the
// others there is one stream. Where something lies in its stream follows from its position, whose lowest bits are the
// stream's number.
//
// One thread uses an object of this class. When something goes wrong the disk has failed, and nothing that is wrong is
// given out.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "state/page_cache.h"
#include "support/bytes.h"
#include "support/disk.h"

namespace clew::state {

enum class Layout : uint8_t {
  Single,  // one file
  Blocks,  // files of a fixed size with rising numbers
  Hashed   // 64 files; what has similar hashes is in the same
};

/// As on the command line.
const char* nameOf(Layout layout);
std::optional<Layout> layoutNamed(std::string_view name);

struct FileOptions {
  std::string name;  // of the files, which are called name.0, name.1 and so on
  Layout layout = Layout::Single;
  CachePolicy policy = CachePolicy::Lru;
  uint64_t cacheBytes = uint64_t{16} << 20;  // at least one page is kept
  uint64_t blockBytes = uint64_t{64} << 20;  // of a file in the layout of blocks
  unsigned positionBits = 40;
};

class PageFiles {
 public:
  static constexpr size_t kPageBytes = size_t{16} << 10;
  static constexpr size_t kContent = kPageBytes - sizeof(uint64_t);  // without the checksum

  /// What is in the pages: so many positions in each, and records of so many bytes (0: of varying length).
  struct Content {
    uint64_t positionsPerPage;
    uint32_t recordBytes;
  };

  struct Statistics {
    uint64_t hits = 0;  // of the cache; what is read from unfinished pages counts as neither
    uint64_t misses = 0;
    uint64_t bytes = 0;  // stored, finished pages as a whole
    Statistics& operator+=(const Statistics& other) {
      hits += other.hits;
      misses += other.misses;
      bytes += other.bytes;
      return *this;
    }
  };

  /// Begins anew; files that were there are removed.
  PageFiles(support::Disk& disk, FileOptions options, Content content);
  /// Comes back to the moment of `save`: files that have grown since are cut off. If what was saved makes no sense or
  /// the files are not there, the disk has failed and nothing is in them.
  PageFiles(support::Disk& disk, FileOptions options, Content content, support::CheckedReader& saved);
  PageFiles(const PageFiles&) = delete;  // the disk's queue refers to its files
  PageFiles& operator=(const PageFiles&) = delete;

  /// What grows at its end.
  struct Stream {
    uint64_t pages = 0;         // that are finished
    size_t used = 0;            // bytes of the unfinished one, less than kContent
    std::vector<uint8_t> tail;  // the unfinished one; 0 from `used` on
    uint64_t contentBytes() const { return pages * kContent + used; }
  };
  unsigned streamBits() const { return streamBits_; }
  size_t streams() const { return streams_.size(); }
  size_t streamOf(uint64_t hash) const { return streamBits_ == 0 ? 0 : hash >> (64 - kHashedBits); }
  Stream& stream(size_t number) { return streams_[number]; }
  const Stream& stream(size_t number) const { return streams_[number]; }

  /// Has the unfinished page of a stream written and begins the next one.
  void finishPage(size_t stream);

  /// A page of a stream of which at least the first `needed` bytes must be there; null if they are not, or if they are
  /// damaged. Valid until the next page is asked for or finished.
  const uint8_t* page(size_t stream, uint64_t number, size_t needed) {
    const Stream& from = streams_[stream];
    if (number < from.pages) [[likely]] {
      const uint64_t key = number << streamBits_ | stream;
      const uint8_t* const cached = cache_.find(key);
      return cached != nullptr ? cached : load(stream, number);
    }
    if (number == from.pages && needed <= from.used) return from.tail.data();
    complain(stream, number, "is damaged");
    return nullptr;
  }

  /// Reads finished pages that follow each other, past the cache; false if one is damaged.
  bool readPages(size_t stream, uint64_t first, std::span<uint8_t> into);
  /// How many of the pages from this one on are finished and in the same file.
  uint64_t pagesInARow(size_t stream, uint64_t first) const;

  /// Appends what is needed to come back to this moment. It means something once the disk is drained.
  void save(std::vector<uint8_t>& into) const;

  /// Declares that something is wrong with the file that has this page.
  void complain(size_t stream, uint64_t page, std::string_view what);

  Statistics statistics() const;
  uint64_t memoryBytes() const { return cache_.bytes() + streams_.size() * kPageBytes; }

 private:
  static constexpr unsigned kHashedBits = 6;
  static constexpr size_t kMostOpen = 64;  // files of one object that are open at a time

  struct Place {
    uint64_t file;
    uint64_t page;  // in the file
  };
  PageFiles(support::Disk& disk, FileOptions options, Content content, uint64_t run);
  Place placeOf(size_t stream, uint64_t page) const { return {stream + page / pagesPerFile_, page % pagesPerFile_}; }
  std::string fileName(uint64_t file) const;
  uint64_t checksum(const uint8_t* page, Place place) const;
  support::Disk::File* open(uint64_t file, support::Disk::Mode mode);
  const uint8_t* load(size_t stream, uint64_t number);
  bool restore(support::CheckedReader& saved);
  bool takeStreams(support::CheckedReader& body);
  bool cutOff(size_t stream);
  void removeFilesBeyond();
  void empty();

  support::Disk& disk_;
  const FileOptions options_;
  const Content content_;
  const unsigned streamBits_;
  const uint64_t pagesPerFile_;
  const uint64_t mostPages_;  // of a stream
  uint64_t run_;              // drawn at random
  PageCache cache_;
  std::vector<Stream> streams_;
  std::vector<std::unique_ptr<support::Disk::File>> files_;  // by number; null if it is not open
  std::array<uint64_t, kMostOpen> opened_{};                 // numbers of open files, in a ring
  uint64_t openings_ = 0;
};

/// Pages read from front to back, many at once.
class PageScan {
 public:
  explicit PageScan(PageFiles& files) : files_(files) {}

  /// As PageFiles::page; cheap if pages are asked for in their order.
  const uint8_t* page(size_t stream, uint64_t number, size_t needed);

 private:
  static constexpr uint64_t kAtOnce = 64;

  PageFiles& files_;
  std::vector<uint8_t> buffer_;
  size_t stream_ = 0;
  uint64_t first_ = 0;
  uint64_t count_ = 0;
};

}  // namespace clew::state
