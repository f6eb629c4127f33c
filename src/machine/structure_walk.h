// The choices by which the library makes an input structure, in their order; see runtime/structure.c, which asks them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace clew::machine {

/// What the objects of an input structure are like.
struct StructureLayout {
  static constexpr uint64_t kMostObjects = 64;
  static constexpr uint64_t kMostLinks = 8;

  uint64_t size = 0;
  uint64_t most = 0;            // objects
  std::vector<uint64_t> links;  // offsets of pointers to objects, rising
  uint64_t pointerBytes = 8;
  bool isTree = false;  // no object is led to twice

  bool isLink(uint64_t offset) const { return std::find(links.begin(), links.end(), offset) != links.end(); }

  /// Whether there can be such objects.
  bool isPossible() const {
    uint64_t end = 0;
    for (const uint64_t link : links) {
      if (link < end || link > size || size - link < pointerBytes) return false;
      end = link + pointerBytes;
    }
    return size > 0 && most <= kMostObjects && links.size() <= kMostLinks;
  }
};

class StructureWalk {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// What is to be chosen: a byte of an object, or where one of its pointers leads to. The pointer to the first object
  /// is of none.
  struct Question {
    bool isLink;
    uint32_t object;
    uint64_t offset;
  };

  explicit StructureWalk(StructureLayout layout) : layout_(std::move(layout)) { skip(); }

  const StructureLayout& layout() const { return layout_; }
  uint32_t objects() const { return made_; }
  bool isOver() const { return isOver_; }

  Question next() const {
    if (byte_) return {false, made_ - 1, *byte_};
    return {true, object_, object_ == kNone ? 0 : layout_.links[link_]};
  }

  /// From how many alternatives the next one is chosen: for a pointer null, each object it may lead to, a new one.
  uint32_t alternatives() const {
    constexpr uint32_t kByte = 256;
    return byte_ ? kByte : 1 + known() + (made_ < layout_.most ? 1 : 0);
  }
  /// The alternative that means an object that is there; nothing if the pointer may not lead to it.
  std::optional<uint32_t> leadingTo(uint32_t object) const {
    return object < known() ? std::optional(1 + object) : std::nullopt;
  }
  /// The one that means a new object; nothing if there are enough.
  std::optional<uint32_t> leadingToNew() const {
    return made_ < layout_.most ? std::optional(1 + known()) : std::nullopt;
  }

  void answer(uint64_t chosen) {
    if (byte_) {
      beginByte(*byte_ + 1);
    } else {
      const bool isNew = chosen == 1 + known();
      goOn();
      if (isNew) {
        ++made_;
        beginByte(0);
      }
    }
    skip();
  }

 private:
  uint32_t known() const { return layout_.isTree ? 0 : made_; }

  /// The next byte that is not part of a pointer.
  void beginByte(uint64_t offset) {
    while (layout_.isLink(offset)) offset += layout_.pointerBytes;
    byte_ = offset < layout_.size ? std::optional(offset) : std::nullopt;
  }

  void goOn() {
    if (object_ != kNone && ++link_ < layout_.links.size()) return;
    ++object_;  // none becomes the first
    link_ = 0;
  }

  /// Passes over what nobody asks: there is only one alternative.
  void skip() {
    while (!byte_) {
      isOver_ = object_ != kNone && (object_ >= made_ || layout_.links.empty());
      if (isOver_ || alternatives() > 1) return;
      goOn();
    }
  }

  StructureLayout layout_;
  uint32_t made_ = 0;
  uint32_t object_ = kNone;  // whose pointer is next
  uint32_t link_ = 0;
  std::optional<uint64_t> byte_;  // of the newest object, which come before the pointers
  bool isOver_ = false;
};

}  // namespace clew::machine
