// The frames of a cache in the order in which they should be given up: by how often they were used, and among those
// used equally often by how long ago. Frames with the same number of uses are a group, a list from the newest to the
// oldest, and the groups are a list too, so every operation takes constant time. When uses do not count there is one
// group, and the order is that of the last use alone.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace clew::state {

class UseOrder {
 public:
  /// For so many frames, none of which is in the order yet.
  UseOrder(size_t frames, bool usesCount)
      : usesCount_(usesCount),
        links_(frames),
        groups_(usesCount     ? frames + 1
                : frames == 0 ? 0
                              : 1) {
    clear();
  }

  /// A frame that gets a new page is used for the first time.
  void add(uint32_t frame) {
    if (fewest_ == kNone || (usesCount_ && groups_[fewest_].uses != 1)) fewest_ = newGroup(1, kNone, fewest_);
    link(frame, fewest_);
  }

  /// A frame is used once more.
  void use(uint32_t frame) {
    const uint32_t group = links_[frame].group;
    if (groups_[group].newest == frame && !usesCount_) return;
    uint32_t target = group;
    if (usesCount_) {
      const uint64_t uses = groups_[group].uses + 1;
      target = groups_[group].more;
      if (target == kNone || groups_[target].uses != uses) target = newGroup(uses, group, target);
    }
    unlink(frame);
    link(frame, target);
    if (groups_[group].newest == kNone) remove(group);
  }

  /// Takes out the frame that is to be given up first, and says which it was.
  uint32_t takeFirst() {
    const uint32_t group = fewest_;
    const uint32_t frame = groups_[group].oldest;
    unlink(frame);
    if (groups_[group].newest == kNone) remove(group);
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

  uint64_t bytes() const { return links_.size() * sizeof(Link) + groups_.size() * sizeof(Group); }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct Link {
    uint32_t newer = kNone;
    uint32_t older = kNone;
    uint32_t group = kNone;
  };
  struct Group {
    uint64_t uses = 0;
    uint32_t newest = kNone;
    uint32_t oldest = kNone;
    uint32_t more = kNone;  // the group with the next number of uses; of an unused group, another unused one
    uint32_t fewer = kNone;
  };

  uint32_t newGroup(uint64_t uses, uint32_t fewer, uint32_t more) {
    const uint32_t group = unused_;
    unused_ = groups_[group].more;
    groups_[group] = {uses, kNone, kNone, more, fewer};
    if (fewer != kNone) groups_[fewer].more = group;
    if (more != kNone) groups_[more].fewer = group;
    return group;
  }

  void remove(uint32_t group) {
    const auto [more, fewer] = std::pair(groups_[group].more, groups_[group].fewer);
    (fewer == kNone ? fewest_ : groups_[fewer].more) = more;
    if (more != kNone) groups_[more].fewer = fewer;
    groups_[group].more = unused_;
    unused_ = group;
  }

  /// Puts a frame in as the newest of its group.
  void link(uint32_t frame, uint32_t group) {
    const uint32_t older = groups_[group].newest;
    links_[frame] = {kNone, older, group};
    (older == kNone ? groups_[group].oldest : links_[older].newer) = frame;
    groups_[group].newest = frame;
  }

  void unlink(uint32_t frame) {
    const Link link = links_[frame];
    (link.newer == kNone ? groups_[link.group].newest : links_[link.newer].older) = link.older;
    (link.older == kNone ? groups_[link.group].oldest : links_[link.older].newer) = link.newer;
  }

  const bool usesCount_;
  std::vector<Link> links_;
  std::vector<Group> groups_;
  uint32_t fewest_ = kNone;
  uint32_t unused_ = kNone;
};

}  // namespace clew::state
