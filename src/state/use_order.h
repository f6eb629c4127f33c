// The frames of a cache in the order in which they should be given up: by how often they were used, and among those
// used equally often by how long ago. Frames with the same number of uses are a group, a list from the newest to the
// oldest, and the groups are a list too, so every operation takes constant time. When uses do not count there is one
// group, and the order is that of the last use alone.
//
// A group's list is a ring with a link of its own between the newest and the oldest, so that no place of it is special.
#pragma once

#include <cstdint>
#include <vector>

namespace clew::state {

class UseOrder {
 public:
  /// For so many frames, none of which is in the order yet.
  UseOrder(size_t frames, bool usesCount)
      : usesCount_(usesCount),
        frames_(static_cast<uint32_t>(frames)),
        groups_(usesCount ? frames + 1 : 1),
        links_(frames + groups_.size()),
        groupOf_(usesCount ? frames : 0) {
    clear();
  }

  /// A frame that gets a new page is used for the first time.
  void add(uint32_t frame) {
    if (fewest_ == kNone || (usesCount_ && groups_[fewest_].uses != 1)) fewest_ = newGroup(1, kNone, fewest_);
    link(frame, fewest_);
  }

  /// A frame is used once more.
  void use(uint32_t frame) {
    if (usesCount_) return useCounted(frame);
    unlink(frame);
    link(frame, 0);
  }

  /// Takes out the frame that is to be given up first, and says which it was.
  uint32_t takeFirst() {
    const uint32_t frame = links_[frames_ + fewest_].newer;
    unlink(frame);
    if (isEmpty(fewest_)) remove(fewest_);
    return frame;
  }

  void clear() {
    fewest_ = kNone;
    unused_ = kNone;
    for (uint32_t i = static_cast<uint32_t>(groups_.size()); i-- > 0;) {
      groups_[i] = Group{};
      groups_[i].more = unused_;
      unused_ = i;
    }
  }

  uint64_t bytes() const {
    return links_.size() * sizeof(Link) + groups_.size() * sizeof(Group) + groupOf_.size() * sizeof(uint32_t);
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Link {
    uint32_t newer = kNone;  // of a group's own link: the oldest
    uint32_t older = kNone;  // and the newest
  };
  struct Group {
    uint64_t uses = 0;
    uint32_t more = kNone;  // the group with the next number of uses; of an unused group, another unused one
    uint32_t fewer = kNone;
  };

  void useCounted(uint32_t frame) {
    const uint32_t group = groupOf_[frame];
    const uint64_t uses = groups_[group].uses + 1;
    uint32_t target = groups_[group].more;
    if (target == kNone || groups_[target].uses != uses) target = newGroup(uses, group, target);
    unlink(frame);
    link(frame, target);
    if (isEmpty(group)) remove(group);
  }

  uint32_t newGroup(uint64_t uses, uint32_t fewer, uint32_t more) {
    const uint32_t group = unused_;
    unused_ = groups_[group].more;
    groups_[group] = {uses, more, fewer};
    links_[frames_ + group] = {frames_ + group, frames_ + group};
    if (fewer != kNone) groups_[fewer].more = group;
    if (more != kNone) groups_[more].fewer = group;
    return group;
  }

  bool isEmpty(uint32_t group) const { return links_[frames_ + group].newer == frames_ + group; }

  void remove(uint32_t group) {
    const auto [uses, more, fewer] = groups_[group];
    (fewer == kNone ? fewest_ : groups_[fewer].more) = more;
    if (more != kNone) groups_[more].fewer = fewer;
    groups_[group].more = unused_;
    unused_ = group;
  }

  /// Puts a frame in as the newest of its group.
  void link(uint32_t frame, uint32_t group) {
    const uint32_t own = frames_ + group;
    const uint32_t older = links_[own].older;
    links_[frame] = {own, older};
    links_[older].newer = frame;
    links_[own].older = frame;
    if (usesCount_) groupOf_[frame] = group;
  }

  void unlink(uint32_t frame) {
    const Link link = links_[frame];
    links_[link.newer].older = link.older;
    links_[link.older].newer = link.newer;
  }

  const bool usesCount_;
  const uint32_t frames_;
  std::vector<Group> groups_;
  std::vector<Link> links_;        // of the frames, then of the groups
  std::vector<uint32_t> groupOf_;  // by frame, if uses count
  uint32_t fewest_ = kNone;
  uint32_t unused_ = kNone;
};

}  // namespace clew::state
