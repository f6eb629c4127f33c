// What a rank writes into the journal, and how it goes on from what others wrote there.
#include "distributed/worker.h"
#include "search/checkpoint_counts.h"

namespace clew::distributed {

namespace {

void appendRanges(std::vector<uint8_t>& body, const std::vector<uint8_t>& ranges) {
  support::appendTo<uint64_t>(body, ranges.size());
  body.insert(body.end(), ranges.begin(), ranges.end());
}

}  // namespace

/// All ranks stand still, and no message is on its way.
void Worker::save(uint64_t generation) {
  settleAccounts(open_.size(), bytes());
  std::vector<uint8_t> body;
  support::appendTo<uint64_t>(body, tight_.size());
  for (const auto& [hash, state] : tight_) support::appendTo(body, state);
  search::saveCounts(body, shared_.statistics);
  search::saveCaveats(body, shared_.result);
  support::appendTo(body, share_.cut);
  std::vector<uint8_t> ranges;
  describe(allRanges(), ranges);
  for (const auto& each : untaken_) appendRanges(body, each);
  appendRanges(body, ranges);
  if (journal_->write(generation, body)) {
    written_ = true;
    return;
  }
  failOnDisk();
}

void Worker::failOnDisk() {
  shared_.result.shortfall.disk = journal_->error();
  failed_ = true;
}

/// False if the journal makes no sense.
bool Worker::resume() {
  for (unsigned writer = 0; writer < plan_.ranks; ++writer) {
    // Who owns a state depends on the number of ranks; without owners everybody has their own.
    const bool isMine = writer % channel_.size() == channel_.rank();
    std::vector<Claim> claims;
    if ((isMine || job_.sharing == Sharing::Claims) && !journal_->readClaims(writer, claims)) return false;
    for (const Claim& each : claims) {
      if (job_.sharing == Sharing::Claims && ownerOf(each.hash) != channel_.rank()) continue;
      claim(each.hash, static_cast<uint32_t>(each.depth));
    }
    const auto open = journal_->readOpen(writer);
    if (!open) return false;
    support::CheckedReader in(*open);
    for (auto left = in.get<uint64_t>(); left > 0 && in.isValid(); --left) {
      const auto state = in.get<TightState>();
      if (state.liveThreads > shared_.program.addresses.arenas()) return false;
      if (job_.sharing == Sharing::Claims ? ownerOf(state.hash) == channel_.rank() : isMine) noteTight(state);
    }
    if (!in.isValid()) return false;
    if (!isMine) continue;
    search::Statistics counts;
    if (!search::restoreCounts(in, counts) || !search::restoreCaveats(in, shared_.result)) return false;
    shared_.statistics.add(counts);
    share_.cut += in.get<int64_t>();
    while (!in.empty() && in.isValid()) {
      adopt(in.take(in.get<uint64_t>()));
      if (failed_) return false;
      if (stopped_) {
        giveUp();
        return true;
      }
    }
    if (!in.isValid()) return false;
  }
  return true;
}

}  // namespace clew::distributed
