// Whether an expression of the program fits a pattern of C with jokers, both in the same normal form: casts are left
// out, constants are numbers, and truths are comparisons. Where the code does not show what the source says, the answer
// may be that nobody can tell.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "program/source_names.h"
#include "spec/c_expression.h"

namespace clew::program {

enum class Fit : uint8_t {
  No,
  Maybe,  // the code does not tell
  Yes
};

/// What a joker stands for.
struct Bound {
  std::string text;                    // in the source
  const llvm::Value* value = nullptr;  // if the code has it
  bool isSigned = true;
  const llvm::DIType* type = nullptr;     // if it is known
  const llvm::DIType* pointee = nullptr;  // of an address, if its own type is not
};
using Bindings = std::map<uint32_t, Bound>;

/// What names of the program are: patterns may name what is a number in the code.
struct KnownNames {
  explicit KnownNames(const llvm::Module& module);
  std::map<std::string, int64_t> enumerators;
  std::set<std::string> variables;
};

class PatternMatcher {
 public:
  /// Jokers are bound in `bindings` if it is given.
  PatternMatcher(const spec::CExpression& pattern, const KnownNames& names, Bindings* bindings)
      : pattern_(pattern), names_(names), bindings_(bindings) {}

  /// Whether an expression fits the part of the pattern at a node.
  Fit fit(uint32_t node, const SourceExpression& found);
  /// The same where the code has made a truth of the value: `x` and `x != 0` are one.
  Fit fitBoolean(uint32_t node, const SourceExpression& found);
  /// Whether a condition does.
  Fit fitTruth(uint32_t node, const SourceExpression& found, bool holds);

 private:
  const spec::CNode& part(uint32_t node) const { return pattern_.nodes[node]; }
  uint32_t withoutCasts(uint32_t node) const;
  Fit bind(uint32_t joker, const SourceExpression& found);
  Fit fitName(const spec::CNode& name, const SourceExpression& found) const;
  Fit fitUnary(const spec::CNode& node, const SourceExpression& found);
  Fit fitBinary(const spec::CNode& node, const SourceExpression& found);
  Fit fitParts(const spec::CNode& node, const SourceExpression& found);
  Fit fitCall(const spec::CNode& node, const SourceExpression& found);
  bool hasJokers(uint32_t node) const;

  const spec::CExpression& pattern_;
  const KnownNames& names_;
  Bindings* bindings_;
  Bindings bound_;  // so far, whoever wants them
};

/// The less certain of two answers about parts of one thing.
Fit both(Fit one, Fit other);

/// The text of a part of a pattern without its outer casts.
std::string patternText(const spec::CExpression& pattern, uint32_t node);

/// A type as the source has it, without qualifiers; `unsigned int` and `unsigned` are one.
std::string typeText(const llvm::DIType* type);
std::string normalTypeText(const std::string& text);

}  // namespace clew::program
