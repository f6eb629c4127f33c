#include "distributed/channel.h"

#define OMPI_SKIP_MPICXX 1  // the C interface only
#include <mpi.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

#include "support/watchdog.h"

namespace clew::distributed {

namespace {

constexpr int kMessageTag = 1;  // and the kinds above
constexpr int kWholeTag = 1000;
constexpr size_t kPiece = size_t{64} << 20;  // MPI counts in int
constexpr size_t kMostSpare = 64;

/// Ends the process if something that all ranks do at once takes too long: some of them are not there.
class Deadline {
 public:
  explicit Deadline(const char* what)
      : thread_([this, what] {
          std::unique_lock lock(mutex_);
          if (changed_.wait_for(lock, kLongest, [this] { return done_; })) return;
          std::fprintf(stderr, "clew-mpi: %s takes more than %d s; some rank does not answer\n", what,
                       static_cast<int>(kLongest.count()));
          std::_Exit(2);
        }) {}
  ~Deadline() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Deadline(const Deadline&) = delete;  // a thread refers to it
  Deadline& operator=(const Deadline&) = delete;

 private:
  static constexpr std::chrono::seconds kLongest{60};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace

struct Channel::Requests {
  struct Sending {
    MPI_Request request;
    std::vector<uint8_t> bytes;
  };
  struct Receiving {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;  // as it was announced
    int count = 0;
  };
  std::deque<Sending> sending;
  Receiving receiving;
  MPI_Request beat = MPI_REQUEST_NULL;
  Pulse::Words mine;
  Pulse::Words all;
  MPI_Request waited = MPI_REQUEST_NULL;
  MPI_Comm beats = MPI_COMM_NULL;  // of their own, as are the whole things, so that they do not meet messages
  MPI_Comm wholes = MPI_COMM_NULL;
};

Channel::Channel(int& argc, char**& argv) : requests_(std::make_unique<Requests>()) {
  const Deadline deadline("the start of the job");
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = static_cast<unsigned>(rank);
  size_ = static_cast<unsigned>(size);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &size);
  sizeHere_ = static_cast<unsigned>(size);
  MPI_Comm_free(&here);
  MPI_Comm_dup(MPI_COMM_WORLD, &requests_->beats);
  MPI_Comm_dup(MPI_COMM_WORLD, &requests_->wholes);
  // A connection that breaks is noticed by silence; what goes wrong shall not end the process before it has said so.
  for (const MPI_Comm group : {MPI_COMM_WORLD, requests_->beats, requests_->wholes}) {
    MPI_Comm_set_errhandler(group, MPI_ERRORS_RETURN);
  }
}

Channel::~Channel() {
  if (broken_) return;
  const Deadline deadline("the end of the job");
  for (Requests::Sending& sending : requests_->sending) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

void Channel::send(unsigned to, unsigned kind, std::vector<uint8_t> bytes) {
  if (broken_) return;
  ++sent_;
  sentBytes_ += bytes.size();
  Requests::Sending& sending = requests_->sending.emplace_back();
  sending.bytes = std::move(bytes);
  const int failed =
      MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, static_cast<int>(to),
                kMessageTag + static_cast<int>(kind), MPI_COMM_WORLD, &sending.request);
  if (failed != MPI_SUCCESS) broken_ = true;
  while (!requests_->sending.empty()) {
    int done = 0;
    MPI_Test(&requests_->sending.front().request, &done, MPI_STATUS_IGNORE);
    if (done == 0) break;
    if (spare_.size() < kMostSpare) spare_.push_back(std::move(requests_->sending.front().bytes));
    requests_->sending.pop_front();
  }
}

std::vector<uint8_t> Channel::buffer() {
  if (spare_.empty()) return {};
  std::vector<uint8_t> bytes = std::move(spare_.back());
  spare_.pop_back();
  bytes.clear();
  return bytes;
}

/// A long message is announced before it comes, and who announced it may be halted in between: nobody waits for it.
std::optional<Message> Channel::receive() {
  if (broken_) return std::nullopt;
  Requests::Receiving& receiving = requests_->receiving;
  if (receiving.request == MPI_REQUEST_NULL && !announce()) return std::nullopt;
  int done = 0;
  if (MPI_Test(&receiving.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) broken_ = true;
  if (done == 0 || broken_) return std::nullopt;
  ++received_;
  return Message{static_cast<unsigned>(receiving.status.MPI_SOURCE),
                 static_cast<unsigned>(receiving.status.MPI_TAG - kMessageTag),
                 {incoming_.data(), static_cast<size_t>(receiving.count)}};
}

/// Begins to receive the next message, if there is one.
bool Channel::announce() {
  Requests::Receiving& receiving = requests_->receiving;
  int isThere = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  broken_ =
      MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &isThere, &message, &receiving.status) != MPI_SUCCESS;
  if (broken_ || isThere == 0) return false;
  MPI_Get_count(&receiving.status, MPI_BYTE, &receiving.count);
  incoming_.resize(std::max(incoming_.size(), static_cast<size_t>(receiving.count)));
  broken_ = MPI_Imrecv(incoming_.data(), receiving.count, MPI_BYTE, &message, &receiving.request) != MPI_SUCCESS;
  return !broken_;
}

bool Channel::isBeating() const { return requests_->beat != MPI_REQUEST_NULL; }

void Channel::beginBeat(const Pulse& pulse) {
  if (broken_) return;
  requests_->mine = pulse.words();
  const auto count = static_cast<int>(requests_->mine.size());
  if (MPI_Iallreduce(requests_->mine.data(), requests_->all.data(), count, MPI_UINT64_T, MPI_SUM, requests_->beats,
                     &requests_->beat) != MPI_SUCCESS) {
    broken_ = true;
  }
}

std::optional<Pulse> Channel::finishBeat() {
  if (broken_ || !isBeating()) return std::nullopt;
  int done = 0;
  if (MPI_Test(&requests_->beat, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) broken_ = true;
  if (done == 0 || broken_) return std::nullopt;
  return Pulse::of(requests_->all);
}

/// Waits for the request that is waited for; false, and the channel is broken, if that takes too long.
bool Channel::await(double seconds) {
  using namespace std::chrono_literals;
  auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (uint32_t tries = 0; !broken_; ++tries) {
    int done = 0;
    if (MPI_Test(&requests_->waited, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) broken_ = true;
    if (done != 0) return !broken_;
    if (tries < 100) continue;
    if (support::wasInterrupted()) end = std::min(end, Clock::now() + kFarewell);
    if (Clock::now() > end) broken_ = true;
    std::this_thread::sleep_for(200us);
  }
  return false;
}

std::vector<uint8_t> Channel::broadcast(std::vector<uint8_t> bytes, double seconds) {
  if (broken_) return {};
  uint64_t size = bytes.size();
  MPI_Ibcast(&size, 1, MPI_UINT64_T, 0, requests_->wholes, &requests_->waited);
  if (!await(seconds)) return {};
  bytes.resize(size);
  for (size_t begin = 0; begin < size; begin += kPiece) {
    const auto count = static_cast<int>(std::min(kPiece, size - begin));
    MPI_Ibcast(bytes.data() + begin, count, MPI_BYTE, 0, requests_->wholes, &requests_->waited);
    if (!await(seconds)) return {};
  }
  return bytes;
}

bool Channel::sendWhole(unsigned to, std::span<const uint8_t> bytes) {
  const uint64_t size = bytes.size();
  MPI_Isend(&size, 1, MPI_UINT64_T, static_cast<int>(to), kWholeTag, requests_->wholes, &requests_->waited);
  bool isDone = await(patience_.count());
  for (size_t begin = 0; begin < size && isDone; begin += kPiece) {
    const auto count = static_cast<int>(std::min(kPiece, bytes.size() - begin));
    MPI_Isend(bytes.data() + begin, count, MPI_BYTE, static_cast<int>(to), kWholeTag, requests_->wholes,
              &requests_->waited);
    isDone = await(patience_.count());
  }
  return isDone;
}

bool Channel::receiveWhole(unsigned from, std::vector<uint8_t>& bytes) {
  uint64_t size = 0;
  MPI_Irecv(&size, 1, MPI_UINT64_T, static_cast<int>(from), kWholeTag, requests_->wholes, &requests_->waited);
  bool isDone = await(patience_.count());
  if (isDone) bytes.resize(size);
  for (size_t begin = 0; begin < bytes.size() && isDone; begin += kPiece) {
    const auto count = static_cast<int>(std::min(kPiece, bytes.size() - begin));
    MPI_Irecv(bytes.data() + begin, count, MPI_BYTE, static_cast<int>(from), kWholeTag, requests_->wholes,
              &requests_->waited);
    isDone = await(patience_.count());
  }
  return isDone;
}

std::vector<std::vector<uint8_t>> Channel::gather(std::span<const uint8_t> bytes) {
  if (broken_) return {};
  if (rank_ != 0) {
    sendWhole(0, bytes);
    return {};
  }
  std::vector<std::vector<uint8_t>> all(size_);
  all[0].assign(bytes.begin(), bytes.end());
  for (unsigned from = 1; from < size_ && !broken_; ++from) receiveWhole(from, all[from]);
  return all;
}

}  // namespace clew::distributed
