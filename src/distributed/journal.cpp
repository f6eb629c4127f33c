#include "distributed/journal.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "support/bytes.h"
#include "support/hash.h"
#include "support/watchdog.h"

namespace clew::distributed {

namespace {

constexpr uint64_t kMagic = 0x32'62'6f'6a'77'65'6c'63;  // clewjob2
constexpr uint64_t kMostRanks = 1 << 20;
constexpr auto kSoonest = std::chrono::milliseconds(300);
constexpr int kShare = 20;  // a checkpoint takes so small a part of the time

std::string openName(uint64_t generation) { return fmt::format("open-{}", generation); }
std::string claimsName(uint64_t epoch) { return fmt::format("claims-{}", epoch); }

/// Appends a checksum of everything.
void seal(std::vector<uint8_t>& bytes) { support::appendTo(bytes, support::hashBytes(bytes.data(), bytes.size())); }
/// What a checksum seals; empty if it does not fit.
std::span<const uint8_t> unsealed(std::span<const uint8_t> bytes) {
  if (bytes.size() < sizeof(uint64_t)) return {};
  const auto content = bytes.first(bytes.size() - sizeof(uint64_t));
  support::CheckedReader end(bytes.last(sizeof(uint64_t)));
  return end.get<uint64_t>() == support::hashBytes(content.data(), content.size()) ? content
                                                                                   : std::span<const uint8_t>{};
}

std::optional<std::vector<uint8_t>> readFile(const std::string& path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return std::nullopt;  // a pipe would be waited for
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return std::nullopt;
  const auto size = static_cast<uint64_t>(in.tellg());
  if (size > support::physicalBytes()) return std::nullopt;
  std::vector<uint8_t> bytes(size);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  return in ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace

std::vector<uint8_t> JobPlan::bytes() const {
  std::vector<uint8_t> bytes;
  bytes.reserve(sizeof(JobPlan) + sizeof(kMagic));
  support::appendTo(bytes, kMagic);
  support::appendTo(bytes, secret);
  for (const uint64_t word : {generation, epoch, ranks}) support::appendTo(bytes, word);
  return bytes;
}

std::optional<JobPlan> JobPlan::of(std::span<const uint8_t> bytes) {
  support::CheckedReader in(bytes);
  JobPlan plan;
  if (in.get<uint64_t>() != kMagic) return std::nullopt;
  plan.secret = in.get<support::Hash128>();
  plan.generation = in.get<uint64_t>();
  plan.epoch = in.get<uint64_t>();
  plan.ranks = in.get<uint64_t>();
  if (!in.isValid() || !in.empty() || plan.ranks > kMostRanks || (plan.generation > 0 && plan.ranks == 0))
    return std::nullopt;
  return plan;
}

support::Result<std::unique_ptr<search::RunDirectory>> Journal::openJob(const Options& options, JobPlan& plan) {
  if (getrandom(plan.secret.data(), sizeof(plan.secret), 0) != sizeof(plan.secret)) {
    return support::Error{"the system has no random numbers"};
  }
  if (!options.journal) return std::unique_ptr<search::RunDirectory>();
  auto job = search::RunDirectory::open(*options.journal, options.resume, options.identity);
  if (!job || !(*job)->saved()) return job;
  const auto saved = JobPlan::of(*(*job)->saved());
  if (!saved) return support::Error{fmt::format("{} holds the run of another program", *options.journal)};
  plan = *saved;
  return job;
}

support::Result<std::unique_ptr<Journal>> Journal::open(const Options& options, const JobPlan& plan, unsigned rank,
                                                        search::RunDirectory* job) {
  auto disk = support::Disk::open(fmt::format("{}/rank-{}", *options.journal, rank));
  if (!disk) return disk.error();
  return std::unique_ptr<Journal>(new Journal(*options.journal, plan, std::move(*disk), job));
}

Journal::Journal(std::string directory, const JobPlan& plan, std::unique_ptr<support::Disk> disk,
                 search::RunDirectory* job)
    : directory_(std::move(directory)),
      plan_(plan),
      disk_(std::move(disk)),
      job_(job),
      firstGeneration_(plan.generation + 1),
      next_(Clock::now() + kSoonest) {}

std::string Journal::directoryOf(unsigned rank) const { return fmt::format("{}/rank-{}", directory_, rank); }

bool Journal::readClaims(unsigned rank, std::vector<Claim>& claims) {
  const auto open = readFile(fmt::format("{}/{}", directoryOf(rank), openName(plan_.generation)));
  if (!open) return false;
  support::CheckedReader head(unsealed(*open));
  const auto length = head.get<uint64_t>();
  const auto bytes = readFile(fmt::format("{}/{}", directoryOf(rank), claimsName(plan_.epoch)));
  if (!head.isValid() || !bytes || bytes->size() < length) return false;
  const std::span<const uint8_t> whole(*bytes);
  support::CheckedReader in(whole.first(length));
  while (!in.empty()) {
    const auto block = unsealed(in.take(in.get<uint64_t>()));
    if (!in.isValid() || block.empty() || block.size() % sizeof(Claim) != 0) return false;
    support::CheckedReader each(block);
    while (!each.empty()) claims.push_back(each.get<Claim>());
  }
  return true;
}

std::optional<std::vector<uint8_t>> Journal::readOpen(unsigned rank) {
  const auto bytes = readFile(fmt::format("{}/{}", directoryOf(rank), openName(plan_.generation)));
  if (!bytes) return std::nullopt;
  const auto content = unsealed(*bytes);
  if (content.size() < sizeof(uint64_t)) return std::nullopt;
  return std::vector<uint8_t>(content.begin() + sizeof(uint64_t), content.end());
}

bool Journal::write(uint64_t generation, const std::vector<uint8_t>& open) {
  begun_ = Clock::now();
  if (claimsFile_ == nullptr) claimsFile_ = disk_->openFile(claimsName(plan_.epoch + 1), support::Disk::Mode::Create);
  if (claimsFile_ == nullptr) return false;
  if (!claims_.empty()) {
    const uint64_t length = claims_.size() * sizeof(Claim);
    std::vector<uint8_t> content(length);
    std::memcpy(content.data(), claims_.data(), length);
    seal(content);
    std::vector<uint8_t> whole;
    whole.reserve(content.size() + sizeof(uint64_t));
    support::appendTo<uint64_t>(whole, content.size());
    whole.insert(whole.end(), content.begin(), content.end());
    const uint64_t size = whole.size();
    disk_->write(*claimsFile_, claimsLength_, std::move(whole));
    claimsLength_ += size;
    claims_.clear();
  }
  std::vector<uint8_t> body;
  body.reserve(open.size() + 2 * sizeof(uint64_t));
  support::appendTo(body, claimsLength_);
  body.insert(body.end(), open.begin(), open.end());
  seal(body);
  disk_->replace(openName(generation), body);
  removeOld(generation);
  next_ = Clock::now() + std::max<Clock::duration>(kSoonest, kShare * (Clock::now() - begun_));
  return disk_->drain();
}

/// Removes what no valid checkpoint needs any more: when one is written the one before is valid.
void Journal::removeOld(uint64_t generation) {
  if (generation < firstGeneration_ + 1) return;
  const std::string keptOpen[] = {openName(generation), openName(generation - 1)};
  for (const std::string& name : disk_->filesNamed("open-")) {
    if (name != keptOpen[0] && name != keptOpen[1]) disk_->remove(name);
  }
  for (const std::string& name : disk_->filesNamed("claims-")) {
    if (name != claimsName(plan_.epoch + 1)) disk_->remove(name);
  }
}

bool Journal::commit(uint64_t generation, unsigned ranks) {
  JobPlan now = plan_;
  now.generation = generation;
  now.epoch = plan_.epoch + 1;
  now.ranks = ranks;
  job_->checkpoint(now.bytes());
  if (job_->disk().hasFailed()) disk_->fail(job_->disk().error());
  next_ = Clock::now() + std::max<Clock::duration>(kSoonest, kShare * (Clock::now() - begun_));
  return !disk_->hasFailed();
}

}  // namespace clew::distributed
