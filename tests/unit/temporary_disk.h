// A directory that is gone after the test, and what a test does to the files in it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "support/disk.h"

namespace clew {

class TemporaryDisk {
 public:
  TemporaryDisk() {
    std::string pattern = (std::filesystem::temp_directory_path() / "clew-runs-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    open();
  }
  ~TemporaryDisk() {
    disk_.reset();
    std::filesystem::remove_all(directory_);
  }
  TemporaryDisk(const TemporaryDisk&) = delete;
  TemporaryDisk& operator=(const TemporaryDisk&) = delete;

  support::Disk& operator*() { return *disk_; }
  support::Disk* operator->() { return disk_.get(); }

  /// As another process would find it. Nobody uses the old one any more.
  void reopen() {
    disk_.reset();
    open();
  }

  std::string pathOf(const std::string& name) const { return directory_ + "/" + name; }
  uint64_t sizeOf(const std::string& name) const { return std::filesystem::file_size(pathOf(name)); }
  std::vector<uint8_t> content(const std::string& name) const {
    std::ifstream file(pathOf(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replaceContent(const std::string& name, const std::vector<uint8_t>& bytes) const {
    std::ofstream file(pathOf(name), std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  /// Changes one byte by these bits.
  void damage(const std::string& name, uint64_t offset, uint8_t bits) const {
    auto bytes = content(name);
    bytes.at(offset) ^= bits;
    replaceContent(name, bytes);
  }

 private:
  void open() {
    auto disk = support::Disk::open(directory_);
    EXPECT_TRUE(disk);
    disk_ = std::move(*disk);
  }

  std::string directory_;
  std::unique_ptr<support::Disk> disk_;
};

}  // namespace clew
