// One rank of a distributed search. It has a list of open states, expands one after the other, the last found first,
// and claims what it finds: every state has an owner, chosen by the hash of its content, and the owner says whether
// somebody was faster. Claims travel in batches and nobody waits for the answers; what is granted becomes open.
//
// Who claims a state expands all of it, so when no rank has open states or unanswered claims, the claimed states are
// closed under the program's steps. An open state is a range of the tree: all paths that begin with the path to it. A
// rank that has nothing to do asks another one, which gives it half of what is untried in its own, as paths; the thief
// goes along them and compares the hash of what it comes to.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "distributed/channel.h"
#include "distributed/claim_table.h"
#include "distributed/content_hashes.h"
#include "distributed/journal.h"
#include "distributed/options.h"
#include "distributed/records.h"
#include "search/explorer.h"
#include "support/random.h"

namespace clew::distributed {

class Worker : search::Explorer {
 public:
  /// What a rank did, for the statistics.
  struct Share {
    uint64_t claims = 0;  // asked of other ranks
    uint64_t steals = 0;  // ranges that were taken from others
    uint64_t opened = 0;  // states that became open
    uint64_t closed = 0;  // and were expanded
    uint64_t owned = 0;   // states that were claimed of this rank, or are on a boundary
    int64_t cut = 0;      // not expanded because of the depth bound
    bool isLost = false;  // somebody does not answer any more
  };

  /// `total` gets what all ranks have counted, now and then. The journal may be none.
  Worker(search::Shared& shared, Channel& channel, const Options& options, const JobPlan& plan, Journal* journal,
         uint64_t maxStates, search::Statistics& total);

  /// Searches together with the others until it is over for all. Where that is not by itself, `shared.result` says why.
  void run();
  const Share& share() const { return share_; }

 private:
  using Clock = std::chrono::steady_clock;
  /// A state that was claimed, without an answer so far.
  struct Candidate {
    machine::StateKey key;
    uint32_t parent;
    uint32_t alternative;
    support::Hash128 hash{};   // if it is known
    uint32_t liveThreads = 0;  // if it was looked at
    bool isMet = false;        // it was looked at
    bool isLeaf = false;       // and has no alternatives
  };
  /// What is on its way to an owner, or about to be.
  struct Outbox {
    std::vector<uint8_t> bytes;
    std::vector<Candidate> candidates;
    std::deque<std::vector<Candidate>> unanswered;
    std::vector<Candidate> spare;  // none, in the memory of some that were answered
  };

  // The search.
  void start();
  void startAtBoundary();
  void giveUp();
  void work();
  bool begin(uint32_t number);
  bool expand(uint32_t number, uint64_t& done);
  bool follow(uint32_t number, uint32_t alternative);
  bool meet(Candidate& candidate);
  bool isNear(Candidate& candidate);
  void reach(Candidate candidate);
  void open(const Candidate& candidate, uint32_t depth, uint8_t answer);
  void settle(const Candidate& candidate, uint8_t answer);
  void tellPath(uint32_t number, std::optional<uint32_t> alternative);
  void fail(std::string why);

  // Claims.
  unsigned ownerOf(const support::Hash128& hash) const {
    if (job_.sharing == Sharing::None) return channel_.rank();
    return static_cast<unsigned>(support::placeAmong(hash[0], channel_.size()));
  }
  uint8_t claim(const support::Hash128& hash, uint32_t depth);
  void flush(unsigned owner);
  void flushAll();
  void answerClaims(const Message& message);
  void takeAnswers(const Message& message);

  // States on the boundary of a range, which are claimed by nobody.
  struct TightState {
    support::Hash128 hash{};
    uint32_t depth = 0;
    uint32_t liveThreads = 0;
    uint64_t goesOn = 0;  // it has alternatives
  };
  void tellTightStates();
  void noteTight(const TightState& state);
  void noteTightStates(const Message& message);
  void countTightStates();

  // Ranges.
  void ask();
  void give(unsigned to);
  void adopt(std::span<const uint8_t> bytes);
  /// What is given away, or written down, of an open state.
  struct Portion {
    uint32_t number;
    uint32_t next, end;  // alternatives
  };
  std::vector<Portion> chooseRanges();
  std::vector<Portion> allRanges() const;
  void describe(const std::vector<Portion>& portions, std::vector<uint8_t>& into);

  // The job.
  void serve();
  void handle(const Message& message);
  void beat();
  Pulse pulse();
  void decide(const Pulse& all);
  void end();
  bool isLost();
  void wait();
  void showLife();

  // Checkpoints.
  void save(uint64_t generation);
  void failOnDisk();
  bool resume();

  bool isIdle() const { return open_.empty() && pending_ == 0 && untaken_.empty(); }
  uint64_t bytes() const {
    return records_.bytes() + claims_.bytes() + hashes_.bytes() + open_.capacity() * sizeof(uint32_t);
  }

  Channel& channel_;
  const Options& job_;
  const JobPlan plan_;
  Journal* const journal_;
  const uint64_t maxStates_;
  search::Statistics& total_;
  const bool foresees_;    // what a step leads to, if it is known, is the next state
  const bool usesHashes_;  // states are claimed by them

  Records records_;
  std::vector<uint32_t> open_;
  std::vector<std::vector<uint8_t>> untaken_;  // ranges that were given to this rank after it was stopped, as described
  ClaimTable claims_;
  ContentHashes hashes_;
  std::vector<Outbox> outboxes_;                  // by rank
  uint64_t pending_ = 0;                          // candidates in all of them
  std::map<support::Hash128, TightState> tight_;  // that this rank owns
  machine::StateKey first_;
  Share share_;

  support::Random random_;
  bool asked_ = false;
  Clock::time_point askAgain_;
  std::chrono::microseconds pause_{0};

  uint64_t wakeSent_ = 0, wakeReceived_ = 0;  // messages that can give somebody something to do
  Clock::time_point nextBeat_, lastBeat_, nextFlush_;
  std::optional<Clock::time_point> stoppedAt_;
  Pulse before_;
  bool ended_ = false;  // something was found here
  bool stopped_ = false, failed_ = false;
  bool over_ = false, drained_ = false;
  bool isAway_ = false;  // and cannot do what a beat asks for
  uint64_t generation_;  // of the last checkpoint that was written
  bool quiet_ = false;   // for the next
  bool written_ = false;
  bool closing_ = false;  // it is the last one
};

}  // namespace clew::distributed
