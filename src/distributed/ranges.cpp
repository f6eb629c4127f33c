// Ranges that go from one rank to another, as paths.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "distributed/messages.h"
#include "distributed/worker.h"

namespace clew::distributed {

namespace {

constexpr uint64_t kSeldomSeen = 4096;  // steps without a sign of life

}  // namespace

/// Asks another rank for something to do.
void Worker::ask() {
  flushAll();
  if (asked_ || channel_.size() == 1 || job_.balance == Balance::Static || Clock::now() < askAgain_) return;
  const uint32_t other = random_.below(channel_.size() - 1);
  channel_.send(other < channel_.rank() ? other : other + 1, kAsk, channel_.buffer());
  asked_ = true;
}

/// Answers who asks for something to do.
void Worker::give(unsigned to) {
  const bool mayGive = !quiet_ && !over_;
  const std::vector<Portion> portions = mayGive ? chooseRanges() : std::vector<Portion>();
  std::vector<uint8_t> bytes = channel_.buffer();
  if (portions.empty()) return channel_.send(to, kNothing, std::move(bytes));
  describe(portions, bytes);
  for (const Portion& portion : portions) records_.release(portion.number);
  share_.opened -= portions.size();  // they are the thief's now
  ++wakeSent_;
  channel_.send(to, kWork, std::move(bytes));
}

/// Takes off the list the upper half of what is untried in each of the shallowest open states; where that is one
/// alternative, or nobody has looked at the state, every other one. Halves of deeper ones would have the thief begin
/// where this rank is about to come.
std::vector<Worker::Portion> Worker::chooseRanges() {
  constexpr uint32_t kDepths = 4;                      // so many different ones
  constexpr size_t kMost = 512;                        // states, since the thief has to go to each
  std::vector<std::pair<uint32_t, uint32_t>> shallow;  // depth and number
  shallow.reserve(open_.size());
  for (const uint32_t number : open_) shallow.emplace_back(records_[number].depth, number);
  std::sort(shallow.begin(), shallow.end());
  uint32_t depths = 0;
  size_t count = 0;
  for (; count < std::min(shallow.size(), kMost); ++count) {
    depths += count == 0 || shallow[count].first != shallow[count - 1].first ? 1 : 0;
    if (depths > kDepths) break;
  }
  shallow.resize(count);
  std::vector<Portion> chosen;
  std::unordered_set<uint32_t> gone;
  bool isKept = open_.size() == 1;
  for (const auto& [depth, number] : shallow) {
    Record& record = records_[number];
    const uint32_t left = record.end - record.next;
    if (left > 1) {
      chosen.push_back({number, record.end - left / 2, record.end});
      record.end -= left / 2;
      records_.use(number);
      ++share_.opened;
      continue;
    }
    if (!isKept) {
      chosen.push_back({number, record.next, record.end});
      gone.insert(number);
    }
    isKept = !isKept;
  }
  std::erase_if(open_, [&](uint32_t number) { return gone.contains(number); });
  return chosen;
}

std::vector<Worker::Portion> Worker::allRanges() const {
  std::vector<Portion> all;
  all.reserve(open_.size());
  for (const uint32_t number : open_) all.push_back({number, records_[number].next, records_[number].end});
  return all;
}

/// Writes down states with the way to each: a list of nodes, each after the one it is reached from. The first state has
/// the number 0.
void Worker::describe(const std::vector<Portion>& portions, std::vector<uint8_t>& into) {
  std::unordered_map<uint32_t, uint32_t> placeOf;
  std::vector<uint32_t> nodes;
  std::vector<uint32_t> way;
  const auto isFirst = [&](uint32_t number) { return records_[number].parent == 0; };
  for (const Portion& portion : portions) {
    for (uint32_t each = portion.number; !isFirst(each) && !placeOf.contains(each); each = records_[each].parent)
      way.push_back(each);
    for (; !way.empty(); way.pop_back()) {
      nodes.push_back(way.back());
      placeOf.emplace(way.back(), nodes.size());
    }
  }
  const auto place = [&](uint32_t number) { return isFirst(number) ? 0 : placeOf.at(number); };
  support::appendTo<uint64_t>(into, nodes.size());
  for (const uint32_t number : nodes) {
    support::appendTo(into, place(records_[number].parent));
    support::appendTo(into, records_[number].alternative);
  }
  support::appendTo<uint64_t>(into, portions.size());
  for (const auto& [number, next, end] : portions) {
    support::appendTo(into, place(number));
    support::appendTo(into, records_[number].answer);
    support::appendTo(into, records_[number].isMet);
    support::appendTo(into, next);
    support::appendTo(into, end);
    support::appendTo(into, hashes_.of(records_[number].key));
  }
}

/// Goes the ways that somebody wrote down, and has the states at their ends open. If this rank is stopped on the way
/// they stay as they are, for a checkpoint.
void Worker::adopt(std::span<const uint8_t> bytes) {
  const auto differs = [&] {
    fail("a path led to another state than on the rank that it came from; this is a bug in clew");
  };
  // What a step has left behind that was cut short, or violated something, is no state to go on from.
  if (ended_ || stopped_ || failed_) return void(untaken_.emplace_back(bytes.begin(), bytes.end()));
  support::CheckedReader in(bytes);
  const auto nodes = in.get<uint64_t>();
  if (nodes > bytes.size()) return differs();
  std::vector<uint32_t> numbers = {records_.add({first_, 0, 0})};
  for (uint64_t i = 0; i < nodes && in.isValid(); ++i) {
    const auto parent = in.get<uint32_t>();
    const auto alternative = in.get<uint32_t>();
    if (parent >= numbers.size()) return differs();
    if (i % kSeldomSeen == kSeldomSeen - 1) showLife();
    const Record from = records_[numbers[parent]];
    const machine::StateKey key = takeAgain(from.key, alternative);
    if (key == machine::StateKey{}) {
      if (!shared_.mustEnd()) return differs();
      stopped_ = true;
      untaken_.emplace_back(bytes.begin(), bytes.end());
      for (const uint32_t number : numbers) records_.release(number);
      return;
    }
    numbers.push_back(records_.add({key, numbers[parent], alternative, from.depth + 1}));
  }
  for (auto left = in.get<uint64_t>(); left > 0 && in.isValid(); --left) {
    const auto place = in.get<uint32_t>();
    const auto answer = in.get<uint8_t>();
    const bool isMet = in.get<uint8_t>() != 0;
    const auto next = in.get<uint32_t>();
    const auto end = in.get<uint32_t>();
    const auto hash = in.get<support::Hash128>();
    if (!in.isValid() || place >= numbers.size()) break;
    Record record = records_[numbers[place]];
    if (hash != hashes_.of(record.key)) return differs();
    visit(record.key);
    if (next > end || end > alternatives()) return differs();
    record.answer = answer;
    record.isMet = isMet;
    record.next = next;
    record.end = end;
    open_.push_back(records_.add(record));  // one of its own: several portions may be of the same state
    ++share_.opened;
    if (!options_.stateless) shared_.visited.insert(record.key, record.depth);
  }
  for (const uint32_t number : numbers) records_.release(number);
  if (!in.isValid() || !in.empty()) differs();
}

/// Takes part in beats while there is something else to do for long.
void Worker::showLife() {
  isAway_ = true;
  beat();
  isAway_ = false;
}

}  // namespace clew::distributed
