// Sub-scripts: files of their own for the parts of a script, so that somebody can certify a part who has nothing of the
// rest. The states of the part come in the order of their numbers, with their lists; a transition that leads to
// another state only says that it leads elsewhere. Whoever certifies the part finds out where it leads, and whoever
// puts the results together finds that state among those of the other parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "script/builder.h"
#include "script/file.h"
#include "script/partition.h"
#include "script/search_tree.h"

namespace clew::script {

/// Makes sub-scripts of one script.
class SubScripts {
 public:
  /// Of these parts of a full script, as `partitionEvenly` or `partitionGreedy` made them.
  SubScripts(const File& file, const SearchTree& tree, std::vector<Part> parts)
      : file_(file), tree_(tree), parts_(std::move(parts)), ways_(tree.shortestWays()) {}

  /// Writes the part at a place of the list.
  std::optional<support::Error> write(size_t part, const std::string& path, ChunkLimits limits = {}) const;

 private:
  const File& file_;
  const SearchTree& tree_;
  const std::vector<Part> parts_;
  const SearchTree::Ways ways_;
};

}  // namespace clew::script
