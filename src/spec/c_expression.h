// The pieces of C inside of specifications: expressions after ASSUME and SPLIT, and the statements that MATCH looks
// for. Beyond C there are jokers ($1, $?) for parts of a matched statement, and the automaton's own variables: $$v is a
// number, $$s[$1] says whether a set has the source text of $1, $$s.empty whether it has nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/place.h"

namespace clew::spec {

constexpr uint32_t kNoNode = 0xFFFFFFFF;

struct CNode {
  enum class Kind : uint8_t {
    Number,      // value
    Name,        // text
    Text,        // a string literal
    Joker,       // $value
    AnyJoker,    // $?
    Variable,    // $$text
    Membership,  // $$text[children[0]]
    Empty,       // $$text.empty
    Unary,       // text is the operator
    Binary,
    Conditional,
    Cast,  // text is the type
    Call,  // children[0] is called with the others
    Member,
    Arrow,
    Index,
    Assignment,
  };
  Kind kind = Kind::Number;
  Place place;
  std::string text;
  uint64_t value = 0;
  std::vector<uint32_t> children;
};

/// An expression with all its nodes.
struct CExpression {
  std::vector<CNode> nodes;
  uint32_t root = kNoNode;

  const CNode& top() const { return nodes[root]; }
  /// As C would have it written, with as few parentheses as can be told apart; equal texts are equal expressions.
  std::string text() const { return textOf(root); }
  std::string textOf(uint32_t node) const;
};

/// A statement to look for. `x++` and `x += 1` are read as `x = x + 1`.
struct StatementPattern {
  enum class Kind : uint8_t {
    Call,         // with or without its result
    Assignment,   // also the one of a declaration
    Declaration,  // only that
    Branch,       // [condition], where it holds
    Return,       // of a value
    Other,        // nothing that happens
  };
  Kind kind = Kind::Other;
  CExpression statement;      // of a branch the condition, of a return the value
  std::string type = {};      // of a declaration
  uint32_t call = kNoNode;    // the node of the call, if it is one
  uint32_t result = kNoNode;  // the node of what its result goes to, if that is part of the pattern

  bool isCall() const { return call != kNoNode; }
  /// The name of the called function.
  const std::string& function() const { return statement.nodes[statement.nodes[call].children[0]].text; }
  /// As it could have been written.
  std::string text() const;
};

/// Whether one of two expressions holds whenever the other does not, as far as their form shows: e and !e, comparisons
/// of the same things by opposite operators.
bool areOpposite(const CExpression& one, const CExpression& other);

}  // namespace clew::spec
