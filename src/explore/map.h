// What somebody has seen of the tree of choices: states as nodes, choices as edges. Equal states are one node, so that
// it shows where ways meet again.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "inspect/session.h"
#include "machine/path.h"

namespace clew::explore {

class Map {
 public:
  /// Of more states it is only said that there are.
  static constexpr size_t kMost = 2000;

  /// The session is in a state that somebody has come to, or only seen as what a choice would lead to.
  void note(const inspect::Session& session, bool isVisited);
  /// A choice leads from one noted state to another.
  void connect(uint32_t from, uint32_t choice, uint32_t to);
  bool isVisited(uint32_t state) const;

  /// Grows with every change.
  uint64_t version() const { return version_; }
  nlohmann::ordered_json json() const;

 private:
  struct Node {
    std::string path;  // the shortest one by which it was reached so far
    size_t choices = 0;
    inspect::Standing standing;
    bool isVisited = false;
    std::map<uint32_t, uint32_t> next;  // by choice
  };

  std::map<uint32_t, Node> nodes_;  // by the numbers of states
  bool isCut_ = false;
  uint64_t version_ = 0;
};

/// `open`, `violated`, ...
const char* nameOf(inspect::Standing::Kind kind);

}  // namespace clew::explore
