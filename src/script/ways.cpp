#include "script/ways.h"

#include <cassert>

namespace clew::script {

namespace {

using support::Error;
using support::Result;

void put(std::vector<uint8_t>& bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<uint8_t>(number | 0x80));
  bytes.push_back(static_cast<uint8_t>(number));
}

/// Takes numbers from the front.
class Numbers {
 public:
  explicit Numbers(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  bool isEmpty() const { return bytes_.empty(); }
  bool isDamaged() const { return damaged_; }
  uint64_t next() {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
      const uint8_t byte = bytes_.front();
      bytes_ = bytes_.subspan(1);
      number |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return number;
    }
    damaged_ = true;
    return 0;
  }

 private:
  std::span<const uint8_t> bytes_;
  bool damaged_ = false;
};

}  // namespace

std::vector<uint8_t> encodeWays(const WayMap& map, std::span<const WayStep> steps) {
  std::vector<uint8_t> bytes;
  StateId root = map.hasFirst ? 1 : 0;                   // of the last way
  StateId newest = map.states + (map.hasFirst ? 0 : 1);  // place on a way
  for (size_t begin = 0; begin < steps.size();) {
    size_t end = begin;
    while (steps[end].to > map.states) ++end;
    const StateId from = steps[begin].from;
    const StateId to = steps[end].to;
    put(bytes, to - root);
    put(bytes, from > map.states ? uint64_t{newest - from} << 1 : uint64_t{to - from} << 1 | 1);
    put(bytes, end - begin);
    for (; begin <= end; ++begin) put(bytes, steps[begin].label);
    root = to;
    newest = std::max(newest, steps[end].from);
  }
  return bytes;
}

Result<std::vector<WayStep>> decodeWays(const WayMap& map, std::span<const uint8_t> bytes, uint32_t labels) {
  const Error damaged{"the ways to the states of the part are damaged"};
  std::vector<WayStep> steps;
  StateId root = map.hasFirst ? 1 : 0;
  StateId newest = map.states + (map.hasFirst ? 0 : 1);
  for (Numbers in(bytes); !in.isEmpty();) {
    const uint64_t skipped = in.next();
    const uint64_t begin = in.next();
    const uint64_t between = in.next();
    if (in.isDamaged() || skipped == 0 || skipped > map.states - root) return damaged;
    root += static_cast<StateId>(skipped);
    const bool isOfPart = (begin & 1) != 0;
    const uint64_t back = begin >> 1;
    if (isOfPart ? back == 0 || back >= root : back >= newest - map.states) return damaged;
    if (between >= kMostWaySteps - steps.size()) return damaged;
    StateId from = static_cast<StateId>((isOfPart ? root : newest) - back);
    for (uint64_t i = 0; i <= between; ++i) {
      const uint64_t label = in.next();
      if (in.isDamaged() || label >= labels) return damaged;
      const StateId to = i == between ? root : ++newest;
      steps.push_back({from, to, static_cast<Label>(label)});
      from = to;
    }
  }
  return steps;
}

}  // namespace clew::script
