// The states of a part have places in it, from 1, and numbers in the whole script.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "script/script.h"

namespace clew::script {

class Places {
 public:
  /// Of the states with these numbers, in order.
  explicit Places(std::span<const Range> ranges) {
    for (const Range& range : ranges) {
      starts_.push_back({range.first, count_ + 1});
      count_ += range.last - range.first + 1;
    }
  }

  StateId count() const { return count_; }
  StateId numberOf(StateId place) const {
    const Start& start = *lastUpTo(place, &Start::place);
    return start.number + (place - start.place);
  }
  /// kNowhere if the state is not of the part.
  StateId placeOf(StateId number) const {
    if (starts_.empty() || number < starts_.front().number) return kNowhere;
    const auto start = lastUpTo(number, &Start::number);
    const StateId place = start->place + (number - start->number);
    const StateId end = start + 1 == starts_.end() ? count_ + 1 : (start + 1)->place;
    return place < end ? place : kNowhere;
  }

 private:
  /// Where a range begins.
  struct Start {
    StateId number, place;
  };
  std::vector<Start>::const_iterator lastUpTo(StateId value, StateId Start::* member) const {
    return std::ranges::upper_bound(starts_, value, {}, member) - 1;
  }
  std::vector<Start> starts_;
  StateId count_ = 0;
};

}  // namespace clew::script
