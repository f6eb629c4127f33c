// Generated graphs, and the depth-first search of one that tells a builder what it does.
#pragma once

#include <rapidcheck/gtest.h>

#include <map>
#include <ostream>
#include <random>
#include <vector>

#include "script/builder.h"
#include "script/search_tree.h"

namespace clew::script::test {

/// A graph as a search would find it: of each node its list, and where each transition leads.
struct Subject {
  static constexpr uint32_t kNoNode = 0xFFFF'FFFF;
  struct Node {
    std::vector<Label> labels;
    std::vector<uint32_t> to;
  };
  Alphabet alphabet;
  std::vector<Node> nodes;

  void add(Node& node, uint32_t choice, const std::vector<uint32_t>& to) const {
    const Alphabet::Entry& entry = alphabet.entries()[choice];
    for (uint32_t i = 0; i < entry.choice.alternatives; ++i) {
      node.labels.push_back(entry.first + i);
      node.to.push_back(to[i]);
    }
  }
};

/// The lists of a script, by the numbers of the states.
struct Lists {
  std::vector<std::vector<Label>> labels;
  std::vector<std::vector<StateId>> to;
  std::vector<StateId> parent;
  bool operator==(const Lists&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Lists& lists) {
  for (size_t state = 0; state < lists.labels.size(); ++state) {
    out << state + 1 << ":";
    for (size_t i = 0; i < lists.labels[state].size(); ++i) {
      out << " " << lists.labels[state][i] << ">" << lists.to[state][i];
    }
    out << "\n";
  }
  return out;
}

/// A depth-first search of a graph, which tells a builder what it does and notes for itself what must come of it.
class Search {
 public:
  Search(const Subject& subject, Builder& builder, Kind kind) : subject_(subject), builder_(builder), kind_(kind) {
    visit(0, kNowhere);
  }
  const Lists& lists() const { return lists_; }

 private:
  void visit(uint32_t node, StateId parent) {
    const Subject::Node& lists = subject_.nodes[node];
    const auto number = static_cast<StateId>(lists_.labels.size() + 1);
    numbers_.emplace(node, number);
    lists_.labels.emplace_back();
    lists_.to.emplace_back();
    lists_.parent.push_back(parent);
    builder_.enter(keyOf(node), lists.labels);
    for (size_t i = 0; i < lists.labels.size(); ++i) {
      const uint32_t to = lists.to[i];
      const auto known = numbers_.find(to);
      const bool isNew = to != Subject::kNoNode && known == numbers_.end();
      if (kind_ == Kind::Full || isNew) {
        lists_.labels[number - 1].push_back(lists.labels[i]);
        lists_.to[number - 1].push_back(to == Subject::kNoNode ? kNowhere
                                        : isNew                ? static_cast<StateId>(numbers_.size() + 1)
                                                               : known->second);
      }
      if (to == Subject::kNoNode) {
        builder_.stop();
      } else if (isNew) {
        visit(to, number);
      } else {
        builder_.reach(keyOf(to));
      }
    }
  }
  static uint64_t keyOf(uint32_t node) { return (uint64_t{node} << 32) + 77; }

  const Subject& subject_;
  Builder& builder_;
  const Kind kind_;
  std::map<uint32_t, StateId> numbers_;
  Lists lists_;
};

inline Lists listsOf(const SearchTree& tree) {
  Lists lists;
  for (StateId state = 1; state <= tree.states(); ++state) {
    lists.labels.emplace_back();
    lists.to.emplace_back();
    lists.parent.push_back(tree.parent(state));
    for (uint64_t i = tree.first(state); i < tree.end(state); ++i) {
      lists.labels.back().push_back(tree.label(i));
      lists.to.back().push_back(tree.to(i));
    }
  }
  return lists;
}

/// Nodes with any lists and any successors.
inline Subject anyGraph(std::mt19937& random, uint32_t nodes, uint32_t threads) {
  const auto below = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
  Subject subject;
  const uint32_t choices = threads * (1 + below(5));
  for (uint32_t i = 0; i < choices; ++i) subject.alphabet.add({i % threads, 10 * i, 1 + below(3)}, "here");
  subject.nodes.resize(nodes);
  for (Subject::Node& node : subject.nodes) {
    for (uint32_t thread = 0; thread < threads; ++thread) {
      if (below(3) == 0) continue;
      const uint32_t choice = thread + threads * below(choices / threads);
      std::vector<uint32_t> to(subject.alphabet.entries()[choice].choice.alternatives);
      for (uint32_t& node : to) node = below(8) == 0 ? Subject::kNoNode : below(nodes);
      subject.add(node, choice, to);
    }
  }
  return subject;
}

/// Threads that go round and round, each in its own steps, and at times exclude or end each other: the squares of a
/// real program, with exceptions.
inline Subject product(std::mt19937& random, uint32_t threads, uint32_t steps) {
  const auto below = [&](uint32_t end) { return std::uniform_int_distribution<uint32_t>(0, end - 1)(random); };
  Subject subject;
  for (uint32_t thread = 0; thread < threads; ++thread) {
    for (uint32_t step = 0; step < steps; ++step) subject.alphabet.add({thread, step, below(4) == 0 ? 2u : 1u}, "");
  }
  uint32_t nodes = 1;
  for (uint32_t thread = 0; thread < threads; ++thread) nodes *= steps;
  const uint32_t rare = 2 + below(30);
  for (uint32_t number = 0; number < nodes; ++number) {
    Subject::Node node;
    for (uint32_t thread = 0, weight = 1; thread < threads; ++thread, weight *= steps) {
      if (below(rare) == 0) continue;
      const uint32_t step = number / weight % steps;
      const uint32_t next = number - step * weight + (step + 1) % steps * weight;
      subject.add(node, thread * steps + step, {below(rare) == 0 ? Subject::kNoNode : next, below(nodes)});
    }
    subject.nodes.push_back(node);
  }
  return subject;
}

inline std::mt19937 anyRandom() { return std::mt19937(*rc::gen::arbitrary<uint32_t>()); }

}  // namespace clew::script::test
