#include "support/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace clew::support {

namespace {

constexpr const char* kLockName = "lock";

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Calls `found(name)` for each file of a directory; false if it cannot be read.
template <typename Found>
bool forEachFile(int directory, Found found) {
  const int descriptor = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = descriptor < 0 ? nullptr : fdopendir(descriptor);
  if (listing == nullptr) {
    if (descriptor >= 0) close(descriptor);
    return false;
  }
  while (const dirent* entry = readdir(listing)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") found(name);
  }
  closedir(listing);
  return true;
}

}  // namespace

Result<std::unique_ptr<Disk>> Disk::open(const std::string& directory) {
  const auto complaint = [&](std::string_view what) {
    return Error{fmt::format("{} {}: {}", what, directory, std::strerror(errno))};
  };
  if (mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST) return complaint("cannot make the directory");
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return complaint("cannot open the directory");
  const int lock = openat(descriptor, kLockName, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) {
    const Error error = lock >= 0 && errno == EWOULDBLOCK ? Error{fmt::format("another run uses {}", directory)}
                                                          : complaint("cannot lock the directory");
    if (lock >= 0) close(lock);
    close(descriptor);
    return error;
  }
  return std::unique_ptr<Disk>(new Disk(directory, descriptor, lock));
}

Disk::Disk(std::string directory, int descriptor, int lock)
    : directory_(std::move(directory)), descriptor_(descriptor), lock_(lock), writer_([this] { work(); }) {}

Disk::~Disk() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  writer_.join();
  close(lock_);
  close(descriptor_);
}

Disk::File::~File() {
  std::unique_lock lock(disk_.mutex_);
  disk_.changed_.wait(lock, [this] { return waiting_ == 0; });
  close(descriptor_);
}

std::unique_ptr<Disk::File> Disk::openFile(const std::string& name, Mode mode) {
  const int flags = O_RDWR | O_CLOEXEC | (mode == Mode::Create ? O_CREAT | O_TRUNC : 0);
  const int file = openat(descriptor_, name.c_str(), flags, 0666);
  if (file < 0) {
    failAt("open", name, errno);
    return nullptr;
  }
  return std::unique_ptr<File>(new File(*this, name, file));
}

std::vector<std::string> Disk::filesNamed(std::string_view prefix) {
  std::vector<std::string> names;
  const bool isComplete = forEachFile(descriptor_, [&](std::string_view name) {
    if (name.starts_with(prefix)) names.emplace_back(name);
  });
  if (!isComplete) failAt("list", "", errno);
  std::sort(names.begin(), names.end());
  return names;
}

void Disk::remove(const std::string& name) {
  if (unlinkat(descriptor_, name.c_str(), 0) != 0 && errno != ENOENT) failAt("remove", name, errno);
}

uint64_t Disk::sizeOf(const File& file) {
  struct stat status{};
  if (fstat(file.descriptor_, &status) == 0) return static_cast<uint64_t>(status.st_size);
  failAt("look at", file.name_, errno);
  return 0;
}

void Disk::truncate(File& file, uint64_t size) {
  if (sizeOf(file) < size) return fail(fmt::format("{}/{} is shorter than it was", directory_, file.name_));
  if (ftruncate(file.descriptor_, static_cast<off_t>(size)) != 0) failAt("cut off", file.name_, errno);
}

void Disk::write(File& file, uint64_t offset, std::vector<uint8_t> bytes) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waitingBytes_ < kMostWaiting || failed_; });
  if (failed_) return;
  waitingBytes_ += bytes.size();
  ++file.waiting_;
  ++unwritten_;
  queue_.push_back({&file, offset, std::move(bytes)});
  changed_.notify_all();
}

bool Disk::read(File& file, uint64_t offset, std::span<uint8_t> bytes) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return file.waiting_ == 0 || failed_; });
  }
  if (failed_) return false;
  const auto begin = std::chrono::steady_clock::now();
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count =
        pread(file.descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) failAt("read", file.name_, errno);
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  const std::lock_guard lock(mutex_);
  traffic_.read += bytes.size();
  traffic_.readSeconds += secondsSince(begin);
  return true;
}

bool Disk::drain() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return unwritten_ == 0; });
  return !failed_;
}

void Disk::work() {
  std::vector<Request> requests;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !queue_.empty() || ending_; });
    if (queue_.empty()) return;
    // Requests that follow each other in one file are one.
    uint64_t end = queue_.front().offset;
    while (!queue_.empty() && requests.size() < kMostAtOnce &&
           (requests.empty() || (queue_.front().file == requests.front().file && queue_.front().offset == end))) {
      end += queue_.front().bytes.size();
      requests.push_back(std::move(queue_.front()));
      queue_.pop_front();
    }
    lock.unlock();
    const auto begin = std::chrono::steady_clock::now();
    if (!failed_) writeOut(requests);
    lock.lock();
    traffic_.writeSeconds += secondsSince(begin);
    const uint64_t bytes = end - requests.front().offset;
    traffic_.written += bytes;
    waitingBytes_ -= bytes;
    unwritten_ -= requests.size();
    requests.front().file->waiting_ -= requests.size();
    requests.clear();
    changed_.notify_all();
  }
}

void Disk::writeOut(const std::vector<Request>& requests) {
  const File& file = *requests.front().file;
  std::array<iovec, kMostAtOnce> parts{};
  size_t count = 0;
  for (const Request& request : requests) {
    parts[count++] = {const_cast<uint8_t*>(request.bytes.data()), request.bytes.size()};
  }
  uint64_t offset = requests.front().offset;
  for (size_t first = 0; first < count;) {
    const ssize_t written =
        pwritev(file.descriptor_, parts.data() + first, static_cast<int>(count - first), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failAt("write", file.name_, errno);
    offset += static_cast<uint64_t>(written);
    auto left = static_cast<size_t>(written);
    while (first < count && left >= parts[first].iov_len) left -= parts[first++].iov_len;
    if (first == count) break;
    parts[first] = {static_cast<uint8_t*>(parts[first].iov_base) + left, parts[first].iov_len - left};
  }
}

void Disk::replace(const std::string& name, std::span<const uint8_t> bytes) {
  if (!drain()) return;
  const std::string fresh = name + ".new";
  {
    const auto file = openFile(fresh, Mode::Create);
    if (file == nullptr) return;
    write(*file, 0, {bytes.begin(), bytes.end()});
    if (!drain()) return;
    if (fdatasync(file->descriptor_) != 0) return failAt("write", fresh, errno);
  }
  if (renameat(descriptor_, fresh.c_str(), descriptor_, name.c_str()) != 0) failAt("rename", fresh, errno);
}

std::optional<std::vector<uint8_t>> Disk::readWhole(const std::string& name, uint64_t most) {
  if (faccessat(descriptor_, name.c_str(), F_OK, 0) != 0 && errno == ENOENT) return std::nullopt;
  const auto file = openFile(name, Mode::Keep);
  if (file == nullptr) return std::nullopt;
  const uint64_t size = sizeOf(*file);
  if (size > most) {
    fail(fmt::format("{}/{} is too large", directory_, name));
    return std::nullopt;
  }
  std::vector<uint8_t> bytes(size);
  if (!read(*file, 0, bytes)) {
    fail(fmt::format("{}/{} is shorter than it was", directory_, name));  // unless more is known already
    return std::nullopt;
  }
  return bytes;
}

std::string Disk::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Disk::fail(std::string message) {
  const std::lock_guard lock(mutex_);
  if (error_.empty()) error_ = std::move(message);
  failed_ = true;
  changed_.notify_all();
}

void Disk::failAt(std::string_view what, std::string_view name, int error) {
  fail(fmt::format("cannot {} {}/{}: {}", what, directory_, name, std::strerror(error)));
}

Disk::Traffic Disk::traffic() const {
  const std::lock_guard lock(mutex_);
  return traffic_;
}

uint64_t Disk::bytes() const {
  uint64_t sum = 0;
  forEachFile(descriptor_, [&](std::string_view name) {
    struct stat status{};
    if (fstatat(descriptor_, std::string(name).c_str(), &status, 0) == 0) sum += static_cast<uint64_t>(status.st_size);
  });
  return sum;
}

}  // namespace clew::support
