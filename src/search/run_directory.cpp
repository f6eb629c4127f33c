#include "search/run_directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "support/bytes.h"
#include "support/hash.h"

namespace clew::search {

namespace {

constexpr const char* kCheckpointName = "checkpoint";
constexpr const char* kUnfinishedName = "checkpoint.new";
constexpr const char* kLockName = "lock";
constexpr uint64_t kMagic = 0x31'6E'75'72'77'65'6C'63;  // clewrun1
constexpr uint64_t kLargest = uint64_t{16} << 30;

/// The first line of one text that is not in the other's place.
std::string difference(const std::string& stated, const std::string& given) {
  std::istringstream one(stated);
  std::istringstream other(given);
  for (std::string a, b; std::getline(one, a) && std::getline(other, b);) {
    if (a != b) return fmt::format("{}, not {}", a, b.substr(std::min(b.size(), b.find(": ") + 2)));
  }
  return "more or less options";
}

}  // namespace

support::Result<std::unique_ptr<RunDirectory>> RunDirectory::open(const std::string& directory, bool resume,
                                                                  std::string identity) {
  auto disk = support::Disk::open(directory);
  if (!disk) return disk.error();
  std::unique_ptr<RunDirectory> run(new RunDirectory(std::move(*disk), std::move(identity)));
  if (const auto error = resume ? run->resume(directory) : run->begin(directory)) return *error;
  return run;
}

std::optional<support::Error> RunDirectory::begin(const std::string& directory) {
  if (isUsed())
    return support::Error{fmt::format("{} is not empty; --resume goes on with a run that is in it", directory)};
  write({});  // from now on it is known whose files these are
  return disk_->hasFailed() ? std::optional(support::Error{disk_->error()}) : std::nullopt;
}

bool RunDirectory::isUsed() const {
  const auto files = disk_->filesNamed("");
  return std::any_of(files.begin(), files.end(),
                     [](const std::string& name) { return name != kLockName && name != kUnfinishedName; });
}

std::optional<support::Error> RunDirectory::resume(const std::string& directory) {
  const auto bytes = disk_->readWhole(kCheckpointName, kLargest);
  if (disk_->hasFailed()) return support::Error{disk_->error()};
  if (!bytes && isUsed()) return support::Error{fmt::format("there is no run in {}, but other files", directory)};
  if (!bytes) return begin(directory);  // it ended before it had written anything
  const auto damaged = [&] { return support::Error{fmt::format("{}/{} is damaged", directory, kCheckpointName)}; };
  if (bytes->size() < sizeof(uint64_t)) return damaged();
  const size_t length = bytes->size() - sizeof(uint64_t);
  support::CheckedReader end({bytes->data() + length, sizeof(uint64_t)});
  if (end.get<uint64_t>() != support::hashBytes(bytes->data(), length)) return damaged();
  support::CheckedReader in({bytes->data(), length});
  if (in.get<uint64_t>() != kMagic) return damaged();
  const auto stated = in.take(in.get<uint32_t>());
  const std::string text(stated.begin(), stated.end());
  if (!in.isValid()) return damaged();
  if (text != identity_) {
    return support::Error{fmt::format("the run in {} is another one: {}", directory, difference(text, identity_))};
  }
  checkpoints_ = in.get<uint64_t>();
  const auto body = in.take(in.get<uint64_t>());
  if (!in.isValid() || !in.empty()) return damaged();
  if (!body.empty()) saved_.emplace(body.begin(), body.end());
  return std::nullopt;
}

bool RunDirectory::isDue() {
  constexpr uint32_t kSeldom = 16;  // the clock takes time too
  return isAlwaysDue_ || (++asked_ % kSeldom == 0 && Clock::now() >= next_);
}

void RunDirectory::checkpoint(const std::vector<uint8_t>& body) {
  constexpr int kShare = 20;
  const auto begin = Clock::now();
  ++checkpoints_;
  write(body);
  next_ = Clock::now() + std::max<Clock::duration>(std::chrono::milliseconds(250), kShare * (Clock::now() - begin));
}

void RunDirectory::write(const std::vector<uint8_t>& body) {
  std::vector<uint8_t> bytes;
  bytes.reserve(body.size() + identity_.size() + 64);
  support::appendTo(bytes, kMagic);
  support::appendTo(bytes, static_cast<uint32_t>(identity_.size()));
  bytes.insert(bytes.end(), identity_.begin(), identity_.end());
  support::appendTo(bytes, checkpoints_);
  support::appendTo<uint64_t>(bytes, body.size());
  bytes.insert(bytes.end(), body.begin(), body.end());
  support::appendTo(bytes, support::hashBytes(bytes.data(), bytes.size()));
  disk_->replace(kCheckpointName, bytes);
}

}  // namespace clew::search
