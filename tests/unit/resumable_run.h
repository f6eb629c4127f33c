// What a run keeps on disk, left and come back to as the run does after an interruption.
#pragma once

#include <rapidcheck.h>

#include <memory>

#include "random_records.h"
#include "support/disk.h"
#include "temporary_directory.h"

namespace clew::state {

template <typename Files>
class ResumableRun {
 public:
  explicit ResumableRun(FileOptions options) : options_(std::move(options)), disk_(open()) {
    files_ = std::make_unique<Files>(*disk_, options_);
  }

  Files& operator*() { return *files_; }
  Files* operator->() { return files_.get(); }
  support::Disk& disk() { return *disk_; }

  Bytes save() {
    Bytes saved = {1, 2, 3};  // of somebody else
    files_->save(saved);
    saved.push_back(4);
    return saved;
  }

  void restore(const Bytes& saved) {
    leave();
    disk_ = open();
    support::CheckedReader reader(saved);
    reader.take(3);
    files_ = std::make_unique<Files>(*disk_, options_, reader);
    RC_ASSERT(reader.template get<uint8_t>() == 4);
    RC_ASSERT(reader.empty());
  }

 private:
  void leave() {
    files_ = nullptr;
    disk_ = nullptr;
  }
  std::unique_ptr<support::Disk> open() {
    auto disk = support::Disk::open(directory_.path());
    RC_ASSERT(static_cast<bool>(disk));
    return std::move(*disk);
  }

  TemporaryDirectory directory_;
  FileOptions options_;
  std::unique_ptr<support::Disk> disk_;
  std::unique_ptr<Files> files_;
};

}  // namespace clew::state
