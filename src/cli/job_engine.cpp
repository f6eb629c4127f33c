#include "cli/job_engine.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>

#include "cli/options.h"
#include "support/bytes.h"
#include "support/sha256.h"

namespace clew::cli {

namespace {

constexpr double kLongestCompilation = 3600;  // seconds that ranks wait for the program

std::vector<uint8_t> bytesOf(std::string_view text) { return {text.begin(), text.end()}; }
std::string textOf(std::span<const uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

/// What the first rank tells the others when they meet: a program, or the status with which it has ended.
std::vector<uint8_t> invitation(const program::Linked& linked) {
  std::vector<uint8_t> bytes;
  support::appendTo<int32_t>(bytes, -1);
  support::appendTo<uint64_t>(bytes, linked.contentHash.size());
  bytes.insert(bytes.end(), linked.contentHash.begin(), linked.contentHash.end());
  bytes.insert(bytes.end(), linked.bitcode.begin(), linked.bitcode.end());
  return bytes;
}
std::vector<uint8_t> farewell(int status) {
  std::vector<uint8_t> bytes;
  support::appendTo<int32_t>(bytes, status);
  return bytes;
}

}  // namespace

void JobEngine::addOptions(CLI::App& app) {
  app.add_option("--balance", balance_,
                 "dynamic: ranks without work get some from others; static: every rank explores a range of its own, by "
                 "--partition and --seed, or of --ranges")
      ->capture_default_str()
      ->check(CLI::IsMember({"static", "dynamic"}));
  app.add_option("--journal", options_.journal,
                 "keep in this directory, which all ranks see, what is needed to go on with --resume after any end")
      ->type_name("DIR");
  app.add_option("--patience", options_.patience, "end the job after so many seconds without a sign of life of a rank")
      ->capture_default_str()
      ->check(seconds());
}

void JobEngine::takeResume(bool& resume) {
  options_.resume = resume;
  resume = false;
}

std::optional<support::Error> JobEngine::settle(const search::Options& options, bool hasScript) {
  if (options.order != search::Order::DepthFirst) return support::Error{"clew-mpi needs --search dfs"};
  if (options.store != search::StoreKind::Memory) return support::Error{"clew-mpi needs --store memory"};
  if (options.symmetry != machine::SymmetryKind::None) return support::Error{"clew-mpi needs --symmetry none"};
  if (options.jobs != 1) return support::Error{"clew-mpi has one worker on each rank: it does not go with --jobs"};
  if (hasScript) return support::Error{"--script needs one process: a script is the search of one worker"};
  if (options_.resume && !options_.journal) return support::Error{"--resume needs --journal"};
  options_.sharing = options.rangesShareStates ? distributed::Sharing::Claims : distributed::Sharing::None;
  options_.balance = balance_ == "static" ? distributed::Balance::Static : distributed::Balance::Dynamic;
  const size_t ranges = options.ranges.size();
  if (balance_ == "static" && ranges > 0 && ranges != size()) {
    return support::Error{
        fmt::format("--balance static has a range for each rank: {} ranges do not go with {} ranks", ranges, size())};
  }
  channel_.setPatience(std::chrono::duration<double>(options_.patience));
  return std::nullopt;
}

support::Result<program::Program> JobEngine::load(const program::Input& input) {
  std::vector<uint8_t> bytes;
  if (rank() == 0) {
    const auto linked = program::link(input);
    if (!linked) return linked.error();  // the others learn it when this rank leaves
    bytes = invitation(*linked);
  }
  hasMet_ = true;
  bytes = channel_.broadcast(std::move(bytes), kLongestCompilation);
  support::CheckedReader in(bytes);
  if (const auto status = in.get<int32_t>(); status >= 0) {
    othersLeft_ = status;
    return support::Error{"the first rank has ended"};
  }
  program::Linked linked;
  linked.contentHash = textOf(in.take(in.get<uint64_t>()));
  linked.bitcode = textOf(in.take(in.left()));
  if (!in.isValid()) return support::Error{"a rank of the job does not answer"};
  auto program = program::load(linked, input);
  job_ = std::make_unique<distributed::Job>(channel_, options_);
  if (const auto error = job_->agree(program ? std::nullopt : std::optional(program.error()))) return *error;
  return program;
}

std::optional<support::Error> JobEngine::open(const std::function<std::string()>& identity, size_t searches) {
  if (options_.journal && searches > 1) {
    return support::Error{"--journal is for one search, and there are several property files"};
  }
  options_.identity =
      identity() + fmt::format("--sharing: {}\n--balance: {}\n",
                               options_.sharing == distributed::Sharing::Claims ? "claims" : "none", balance_);
  job_ = std::make_unique<distributed::Job>(channel_, options_);
  return job_->open();
}

search::Result JobEngine::explore(const program::Program& program, const search::Options& options,
                                  const std::atomic<bool>& stop, search::Statistics& statistics) {
  return job_->explore(program, options, stop, statistics);
}

std::string JobEngine::secret() {
  std::array<uint8_t, 32> random{};
  if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) channel_.breakOff();
  return textOf(channel_.broadcast({random.begin(), random.end()}, channel_.patience().count()));
}

std::optional<search::Rejection> JobEngine::merge(const script::File& file, const script::PartResult& result,
                                                  const std::optional<search::Rejection>& rejection,
                                                  search::Statistics& statistics) {
  std::vector<uint8_t> mine;
  support::appendTo<uint64_t>(mine, statistics.states);
  support::appendTo<uint64_t>(mine, statistics.transitions);
  support::appendTo<uint64_t>(mine, statistics.storeBytes);
  support::appendTo<uint64_t>(mine, rejection ? rejection->step : 0);
  const std::string rest = rejection ? rejection->reason : script::encodeResult(result);
  support::appendTo<uint8_t>(mine, rejection ? 1 : 0);
  mine.insert(mine.end(), rest.begin(), rest.end());
  const auto all = channel_.gather(mine);
  std::optional<search::Rejection> first;
  statistics.reset();
  std::vector<script::PartResult> results;
  for (const auto& each : all) {
    support::CheckedReader in(each);
    statistics.states += in.get<uint64_t>();
    statistics.transitions += in.get<uint64_t>();
    statistics.storeBytes += in.get<uint64_t>();
    const auto step = in.get<uint64_t>();
    const bool isRejected = in.get<uint8_t>() != 0;
    const std::string text = textOf(in.take(in.left()));
    if (isRejected && !first) first = search::Rejection{text, step};
    if (isRejected) continue;
    auto part = script::decodeResult(text, "a rank");
    if (part) results.push_back(std::move(*part));
  }
  if (rank() == 0 && !first) {
    if (const auto disagreement = script::disagreementOf(file, results)) first = search::Rejection{*disagreement};
    if (!first && results.size() != size()) first = search::Rejection{"a part is missing"};
  }
  // Everybody ends with the same status.
  std::vector<uint8_t> verdict = channel_.broadcast(bytesOf(first ? first->reason : ""), channel_.patience().count());
  if (channel_.isBroken()) return search::Rejection{"a rank does not answer any more"};
  if (rank() != 0 && !verdict.empty()) first = search::Rejection{textOf(verdict)};
  return first;
}

int JobEngine::leave(int status) {
  if (hasMet_) return othersLeft_.value_or(status);
  hasMet_ = true;
  const auto bytes = channel_.broadcast(rank() == 0 ? farewell(status) : std::vector<uint8_t>(), kLongestCompilation);
  if (rank() == 0 || channel_.isBroken()) return status;
  support::CheckedReader in(bytes);
  if (const auto others = in.get<int32_t>(); others >= 0) return others;
  // The others have a program, and this rank has not come that far.
  distributed::Job(channel_, options_)
      .agree(support::Error{fmt::format("rank {} cannot take part: its command line or its files are wrong", rank())});
  return status;
}

}  // namespace clew::cli
