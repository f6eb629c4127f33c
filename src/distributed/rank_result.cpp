#include "distributed/rank_result.h"

#include <algorithm>

#include "search/checkpoint_counts.h"
#include "support/bytes.h"

namespace clew::distributed {

namespace {

using search::appendText;
using search::takeText;
using support::appendTo;

void encodeShortfall(std::vector<uint8_t>& into, const search::Shortfall& shortfall) {
  for (const bool flag : {shortfall.depth, shortfall.states, shortfall.interrupted, shortfall.full, shortfall.part})
    appendTo(into, flag);
  appendText(into, shortfall.disk.value_or(""));
  appendText(into, shortfall.unknown.value_or(""));
}

void decodeShortfall(support::CheckedReader& in, search::Shortfall& shortfall) {
  for (bool* flag : {&shortfall.depth, &shortfall.states, &shortfall.interrupted, &shortfall.full, &shortfall.part}) {
    *flag = in.get<uint8_t>() != 0;
  }
  if (const std::string disk = takeText(in); !disk.empty()) shortfall.disk = disk;
  if (const std::string unknown = takeText(in); !unknown.empty()) shortfall.unknown = unknown;
}

void encodeViolation(std::vector<uint8_t>& into, const std::optional<property::Violation>& violation) {
  appendTo(into, violation.has_value());
  if (!violation) return;
  appendTo(into, violation->property);
  appendTo(into, violation->thread);
  appendTo(into, violation->pc);
  appendText(into, violation->message);
}

void decodeViolation(support::CheckedReader& in, std::optional<property::Violation>& violation) {
  if (in.get<uint8_t>() == 0) return;
  violation.emplace();
  violation->property = in.get<property::Property>();
  violation->thread = in.get<uint32_t>();
  violation->pc = in.get<uint32_t>();
  violation->message = takeText(in);
}

template <typename T>
void encodeList(std::vector<uint8_t>& into, const std::vector<T>& list) {
  appendTo<uint64_t>(into, list.size());
  for (const T& each : list) appendTo(into, each);
}
template <typename T>
void decodeList(support::CheckedReader& in, std::vector<T>& list) {
  for (auto count = in.get<uint64_t>(); count > 0 && in.isValid(); --count) list.push_back(in.get<T>());
}

}  // namespace

void RankResult::take(const search::Statistics& statistics) {
  states = statistics.states;
  transitions = statistics.transitions;
  passed = statistics.passed;
  depth = statistics.depth;
  storeBytes = statistics.storeBytes;
  statesByThreads = statistics.statesByThreads;
}

void RankResult::give(search::Statistics& statistics) const {
  statistics.states = states;
  statistics.transitions = transitions;
  statistics.passed = passed;
  statistics.depth = depth;
  statistics.storeBytes = storeBytes;
  statistics.frontier = 0;
  statistics.statesByThreads = statesByThreads;
  statistics.ranks = ranks;
}

std::vector<uint8_t> RankResult::encode() const {
  std::vector<uint8_t> bytes;
  encodeShortfall(bytes, result.shortfall);
  encodeViolation(bytes, result.violation);
  appendText(bytes, result.path.text());
  appendTo<uint64_t>(bytes, result.notes.size());
  for (const std::string& note : result.notes) appendText(bytes, note);
  for (const uint64_t count : {share.claims, share.steals, share.opened, share.closed, share.owned}) {
    appendTo(bytes, count);
  }
  appendTo(bytes, share.cut);
  for (const uint64_t count : {states, transitions, passed, depth, storeBytes, messages, this->bytes}) {
    appendTo(bytes, count);
  }
  appendTo(bytes, seconds);
  encodeList(bytes, statesByThreads);
  encodeList(bytes, ranks);
  return bytes;
}

std::optional<RankResult> RankResult::decode(std::span<const uint8_t> bytes) {
  support::CheckedReader in(bytes);
  RankResult decoded;
  decodeShortfall(in, decoded.result.shortfall);
  decodeViolation(in, decoded.result.violation);
  auto path = machine::Path::parse(takeText(in));
  if (!path) return std::nullopt;
  decoded.result.path = std::move(*path);
  for (auto count = in.get<uint64_t>(); count > 0 && in.isValid(); --count) {
    decoded.result.notes.push_back(takeText(in));
  }
  Worker::Share& share = decoded.share;
  for (uint64_t* count : {&share.claims, &share.steals, &share.opened, &share.closed, &share.owned}) {
    *count = in.get<uint64_t>();
  }
  share.cut = in.get<int64_t>();
  for (uint64_t* count : {&decoded.states, &decoded.transitions, &decoded.passed, &decoded.depth, &decoded.storeBytes,
                          &decoded.messages, &decoded.bytes}) {
    *count = in.get<uint64_t>();
  }
  decoded.seconds = in.get<double>();
  decodeList(in, decoded.statesByThreads);
  decodeList(in, decoded.ranks);
  return in.isValid() && in.empty() ? std::optional(std::move(decoded)) : std::nullopt;
}

RankResult RankResult::together(const std::vector<std::vector<uint8_t>>& all) {
  RankResult total;
  for (const auto& bytes : all) {
    auto each = decode(bytes);
    if (!each) {
      total.result.shortfall.unknown = "a rank's result cannot be read; this is a bug in clew";
      continue;
    }
    if (!total.result.shortfall.disk) total.result.shortfall.disk = each->result.shortfall.disk;
    total.result.add(std::move(each->result));
    total.ranks.push_back({each->states, each->transitions, each->share.claims, each->messages, each->bytes,
                           each->share.steals, each->seconds});
    total.states += each->states;
    total.transitions += each->transitions;
    total.passed += each->passed;
    total.depth = std::max(total.depth, each->depth);
    total.storeBytes += each->storeBytes;
    total.statesByThreads.resize(std::max(total.statesByThreads.size(), each->statesByThreads.size()), 0);
    for (size_t i = 0; i < each->statesByThreads.size(); ++i) total.statesByThreads[i] += each->statesByThreads[i];
    total.share.opened += each->share.opened;
    total.share.closed += each->share.closed;
    total.share.owned += each->share.owned;
    total.share.cut += each->share.cut;
  }
  return total;
}

}  // namespace clew::distributed
