#include "program/observe.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <regex>

#include "spec/regular.h"

namespace clew::program {

namespace {

using spec::Automaton;
using spec::CNode;
using spec::Condition;
using spec::Match;
using Statement = spec::StatementPattern::Kind;

constexpr const char* kAssertionFails = "__assert_fail";  // what the macro calls

/// f($?), whatever its arguments are.
bool takesAnything(const spec::StatementPattern& pattern) {
  const std::vector<uint32_t>& parts = pattern.statement.nodes[pattern.call].children;
  return parts.size() == 2 && pattern.statement.nodes[parts[1]].kind == CNode::Kind::AnyJoker;
}

bool isAllKnown(const SourceExpression& expression) {
  return expression.isKnown() && std::all_of(expression.parts.begin(), expression.parts.end(), isAllKnown);
}

/// Tells whether what is seen at a site is what is looked for.
class SiteMatcher {
 public:
  SiteMatcher(const llvm::Module& module, const spec::Specification& specification) : names_(module) {
    for (const Automaton& automaton : specification.automata) {
      for (const Condition& condition : automaton.conditions) {
        const Match::Kind kind = condition.match.kind;
        const bool isRegex =
            condition.kind == Condition::Kind::Match && (kind == Match::Kind::Regex || kind == Match::Kind::LabelRegex);
        if (isRegex) regexes_.try_emplace(condition.match.text, spec::regexOf(condition.match.text));
      }
    }
  }

  /// `bindings` gets the jokers' values, if anybody wants them.
  Fit fit(const Match& match, const Sighting& site, Bindings* bindings) const {
    switch (match.kind) {
      case Match::Kind::Text:
      case Match::Kind::Statement: return fitStatement(match, site, bindings);
      case Match::Kind::Regex: return fitText(match, site);
      case Match::Kind::Call: return site.moment == Moment::Before ? fitCall(match, site, bindings) : Fit::No;
      case Match::Kind::Return: return site.moment == Moment::After ? fitCall(match, site, bindings) : Fit::No;
      case Match::Kind::FunctionCall: return certain(site.moment == Moment::Before && match.text == site.name);
      case Match::Kind::Label: return certain(site.moment == Moment::Label && match.text == site.name);
      case Match::Kind::LabelRegex:
        return certain(site.moment == Moment::Label && std::regex_match(site.name, regexes_.at(match.text)));
      case Match::Kind::Entry: return certain(site.moment == Moment::Entry);
      case Match::Kind::Exit: return certain(site.moment == Moment::Exit);
      case Match::Kind::Assert: return certain(site.moment == Moment::Before && site.name == kAssertionFails);
    }
    return Fit::No;
  }

  Fit fitCall(const Match& match, const Sighting& site, Bindings* bindings) const {
    const spec::StatementPattern& pattern = match.pattern;
    if (!pattern.isCall() || pattern.function() != site.name) return Fit::No;
    const bool wantsResult = pattern.result != spec::kNoNode;
    if (wantsResult && !site.isKept) return Fit::No;
    // A statement is matched as it stands; a call is there whatever becomes of its result.
    const bool isStatement = match.kind == Match::Kind::Statement || match.kind == Match::Kind::Text;
    if (!wantsResult && site.isKept && isStatement) return Fit::No;
    const std::vector<uint32_t>& parts = pattern.statement.nodes[pattern.call].children;
    const bool takesAll = takesAnything(pattern);
    if (!takesAll && parts.size() - 1 != site.arguments.size()) return Fit::No;
    PatternMatcher matcher(pattern.statement, names_, bindings);
    Fit all = Fit::Yes;
    for (size_t i = 0; !takesAll && i < site.arguments.size(); ++i) {
      all = both(all, fitValue(matcher, parts[i + 1], site.arguments[i], nullptr));
    }
    return wantsResult ? both(all, matcher.fit(pattern.result, site.result)) : all;
  }

 private:
  /// A value that goes to something of this type, if that is known.
  static Fit fitValue(PatternMatcher& matcher, uint32_t node, const SourceExpression& found, const llvm::DIType* type) {
    const auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(bareType(type));
    const bool isBoolean = (basic != nullptr && basic->getEncoding() == llvm::dwarf::DW_ATE_boolean) ||
                           (found.value != nullptr && found.value->getType()->isIntegerTy(1));
    return isBoolean ? matcher.fitBoolean(node, found) : matcher.fit(node, found);
  }
  static Fit certain(bool fits) { return fits ? Fit::Yes : Fit::No; }

  /// A call is a statement when it has come back, or, of the library's, when it is made and does not.
  static bool isDone(const Sighting& site) {
    if (site.call == nullptr) return site.moment == Moment::Statement || site.moment == Moment::Branch;
    return site.moment == Moment::After || (site.isAtomic && !site.returns);
  }

  Fit fitStatement(const Match& match, const Sighting& site, Bindings* bindings) const {
    if (!isDone(site)) return Fit::No;
    if (site.call != nullptr) return fitCall(match, site, bindings);
    const spec::StatementPattern& pattern = match.pattern;
    const bool isDeclaration = pattern.kind == Statement::Declaration;
    if (site.statement != (isDeclaration ? Statement::Assignment : pattern.kind)) return Fit::No;
    const spec::CNode& top = pattern.statement.top();
    PatternMatcher matcher(pattern.statement, names_, bindings);
    const Fit unclear = site.isUnclear ? Fit::Maybe : Fit::Yes;
    if (pattern.kind == Statement::Branch) {
      return site.isUnclear ? Fit::Maybe : matcher.fitTruth(pattern.statement.root, site.value, true);
    }
    if (pattern.kind == Statement::Return) {
      return site.isUnclear ? Fit::Maybe : fitValue(matcher, pattern.statement.root, site.value, nullptr);
    }
    if (isDeclaration) {
      const bool isIt = site.declared != nullptr && typeText(site.declared->getType()) == normalTypeText(pattern.type);
      if (!isIt) return Fit::No;
    }
    const Fit target = matcher.fit(top.children[0], site.target);
    if (target == Fit::No || site.isUnclear) return both(target, unclear);
    return both(target, fitValue(matcher, top.children[1], site.value, site.target.type));
  }

  Fit fitText(const Match& match, const Sighting& site) const {
    const std::optional<std::string> text = site.text();
    if (!text || !isDone(site)) return Fit::No;
    const std::regex& regex = regexes_.at(match.text);
    if (!site.isUnclear && std::regex_match(*text, regex)) return Fit::Yes;
    if (site.declared != nullptr) {
      const std::string whole = typeText(site.declared->getType()) + " " + *text;
      if (std::regex_match(whole, regex)) return Fit::Yes;
    }
    const bool isClear = !site.isUnclear && !site.hasParts && isAllKnown(site.target) && isAllKnown(site.value) &&
                         isAllKnown(site.result) &&
                         std::all_of(site.arguments.begin(), site.arguments.end(), isAllKnown);
    return isClear ? Fit::No : Fit::Maybe;
  }

  KnownNames names_;
  std::map<std::string, std::regex> regexes_;
};

Truth negated(Truth truth) {
  if (truth == Truth::Depends) return truth;
  return truth == Truth::Yes ? Truth::No : Truth::Yes;
}

Truth both(Truth one, Truth other) {
  if (one == Truth::No || other == Truth::No) return Truth::No;
  return one == Truth::Yes && other == Truth::Yes ? Truth::Yes : Truth::Depends;
}

Truth equal(Truth one, Truth other) {
  if (one == Truth::Depends || other == Truth::Depends) return Truth::Depends;
  return one == other ? Truth::Yes : Truth::No;
}

/// Binds the jokers of everything that is matched under a condition that holds.
void bindJokers(const Automaton& automaton, uint32_t index, const SiteMatcher& matcher, const Sighting& site,
                Bindings& bindings) {
  const Condition& condition = automaton.conditions[index];
  if (condition.kind == Condition::Kind::Match) {
    Bindings made;
    if (matcher.fit(condition.match, site, &made) == Fit::Yes) bindings.merge(made);
  } else if (condition.kind == Condition::Kind::And || condition.kind == Condition::Kind::Or) {
    bindJokers(automaton, condition.a, matcher, site, bindings);
    bindJokers(automaton, condition.b, matcher, site, bindings);
  }
}

/// Finds statements that no pattern of an automaton matches only because of what becomes of their results, or because
/// the function does not return. Each pattern is told of once.
class NearMissFinder {
 public:
  NearMissFinder(const spec::Specification& specification, const SiteMatcher& matcher)
      : specification_(specification), matcher_(matcher) {}

  void look(const Sighting& site) {
    const bool isStatement = site.moment == Moment::After || (site.moment == Moment::Before && !site.returns);
    if (!isStatement) return;
    for (const Automaton& automaton : specification_.automata) {
      const auto& all = automaton.conditions;
      const bool isSeen = std::any_of(all.begin(), all.end(), [&](const Condition& each) {
        return each.kind == Condition::Kind::Match && matcher_.fit(each.match, site, nullptr) == Fit::Yes;
      });
      for (const Condition& condition : all) {
        if (!isSeen && condition.kind == Condition::Kind::Match) compare(condition, site);
      }
    }
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  void compare(const Condition& condition, const Sighting& site) {
    if (condition.match.kind != Match::Kind::Statement) return;
    Sighting other = site;
    other.isKept = !site.isKept;
    std::string why;
    if (matcher_.fitCall(condition.match, site, nullptr) == Fit::Yes) {
      why = "which never returns";
    } else if (!site.call->getType()->isVoidTy() && matcher_.fitCall(condition.match, other, nullptr) == Fit::Yes) {
      why = site.isKept ? "whose result is used" : "whose result is not used";
    }
    if (why.empty() || !told_.insert(&condition).second) return;
    const std::string line = site.placeText().empty() ? "" : " at " + site.placeText();
    found_.push_back(fmt::format("{}: MATCH {{{}}} does not match the call of {}{}, {}",
                                 specification_.placeText(condition.place), condition.match.pattern.text(), site.name,
                                 line, why));
  }

  const spec::Specification& specification_;
  const SiteMatcher& matcher_;
  std::set<const Condition*> told_;
  std::vector<std::string> found_;
};

/// Whether it is setjmp, by whichever of its names; clang was told to forget what it knows of it.
bool returnsTwice(const Sighting& site) {
  return site.call->hasFnAttr(llvm::Attribute::ReturnsTwice) || site.name.ends_with("setjmp");
}

/// Why the automata cannot see what they have to see of a call.
std::optional<std::string> findObstacle(const spec::Specification& specification, const Sighting& site) {
  if (site.call == nullptr) return std::nullopt;
  if (returnsTwice(site)) return fmt::format("calls of {}, which may return twice, cannot be watched", site.name);
  if (!site.hasParts) return std::nullopt;
  for (const Automaton& automaton : specification.automata) {
    for (const Condition& condition : automaton.conditions) {
      const spec::StatementPattern& pattern = condition.match.pattern;
      const bool asks = condition.kind == Condition::Kind::Match && pattern.isCall() && pattern.function() == site.name;
      if (!asks || takesAnything(pattern)) continue;
      return fmt::format(
          "{}: the arguments of {} cannot be told apart, since it takes structures by value; {}($?) can be matched",
          specification.placeText(condition.place), site.name, site.name);
    }
  }
  return std::nullopt;
}

/// Looks at all sites for all automata.
class Observer {
 public:
  Observer(llvm::Module& module, const spec::Specification& specification)
      : specification_(specification), matcher_(module, specification), nearMisses_(specification, matcher_) {}

  void look(Sighting site, const Interest& interest) {
    const bool isAsked = site.call != nullptr && interest.functions.contains(site.name);
    if (!made_.problem && isAsked) made_.problem = findObstacle(specification_, site);
    if (isAsked) nearMisses_.look(site);
    Event event;
    for (uint32_t a = 0; a < specification_.automata.size(); ++a) addCandidates(a, site, event);
    if (event.candidates.empty()) return;
    if (!made_.problem) made_.problem = findObstacle(specification_, site);
    event.site = std::move(site);
    made_.events.push_back(std::move(event));
  }

  Observation take() {
    made_.nearMisses = nearMisses_.take();
    return std::move(made_);
  }

 private:
  void addCandidates(uint32_t index, const Sighting& site, Event& event) {
    const Automaton& automaton = specification_.automata[index];
    const std::set<uint32_t> matched = matchedAt(automaton, site);
    if (matched.empty()) return;
    bool isAny = false;
    for (uint32_t s = 0; s < automaton.states.size(); ++s) {
      for (uint32_t t = 0; t < automaton.states[s].transitions.size(); ++t) {
        const uint32_t trigger = automaton.states[s].transitions[t].trigger;
        if (truthOf(automaton, trigger, matched) == Truth::No) continue;
        Candidate candidate{index, s, t, {}};
        bindJokers(automaton, trigger, matcher_, site, candidate.bindings);
        event.candidates.push_back(std::move(candidate));
        isAny = true;
      }
    }
    if (isAny) event.matched[index] = matched;
  }

  std::set<uint32_t> matchedAt(const Automaton& automaton, const Sighting& site) {
    std::set<uint32_t> matched;
    for (uint32_t c = 0; c < automaton.conditions.size(); ++c) {
      const Condition& condition = automaton.conditions[c];
      if (condition.kind != Condition::Kind::Match) continue;
      const Fit fit = matcher_.fit(condition.match, site, nullptr);
      if (fit == Fit::Yes) matched.insert(c);
      if (fit == Fit::Maybe && told_.insert(&condition).second) {
        made_.blindSpots.push_back(fmt::format("{}: whether {} matches at {} cannot be told from the code",
                                               specification_.placeText(condition.place), textOf(automaton, c),
                                               site.placeText()));
      }
    }
    return matched;
  }

  const spec::Specification& specification_;
  SiteMatcher matcher_;
  NearMissFinder nearMisses_;
  std::set<const Condition*> told_;
  Observation made_;
};

}  // namespace

Truth truthOf(const Automaton& automaton, uint32_t index, const std::set<uint32_t>& matched) {
  const Condition& condition = automaton.conditions[index];
  const auto part = [&](uint32_t which) { return truthOf(automaton, which, matched); };
  switch (condition.kind) {
    case Condition::Kind::True: return Truth::Yes;
    case Condition::Kind::False: return Truth::No;
    case Condition::Kind::Not: return negated(part(condition.a));
    case Condition::Kind::And: return both(part(condition.a), part(condition.b));
    case Condition::Kind::Or: return negated(both(negated(part(condition.a)), negated(part(condition.b))));
    case Condition::Kind::Equal: return equal(part(condition.a), part(condition.b));
    case Condition::Kind::NotEqual: return negated(equal(part(condition.a), part(condition.b)));
    case Condition::Kind::Match: return matched.contains(index) ? Truth::Yes : Truth::No;
    default: return Truth::Depends;
  }
}

Interest interestOf(const spec::Specification& specification) {
  Interest made;
  for (const Automaton& automaton : specification.automata) {
    for (const Condition& condition : automaton.conditions) {
      if (condition.kind != Condition::Kind::Match) continue;
      const Match& match = condition.match;
      const bool isStatement = match.kind == Match::Kind::Statement || match.kind == Match::Kind::Text;
      if (match.pattern.isCall()) made.functions.insert(match.pattern.function());
      if (match.kind == Match::Kind::FunctionCall) made.functions.insert(match.text);
      if (match.kind == Match::Kind::Assert) made.functions.insert(kAssertionFails);
      if (match.kind == Match::Kind::Regex) made.inAllFunctions = true;
      if (match.kind == Match::Kind::Regex || (isStatement && !match.pattern.isCall())) made.inStatements = true;
    }
  }
  return made;
}

Observation observe(llvm::Module& module, const spec::Specification& specification) {
  const Interest interest = interestOf(specification);
  const SourceNames names(module);
  Observer observer(module, specification);
  for (Sighting& site : findSightings(module, names, interest)) observer.look(std::move(site), interest);
  return observer.take();
}

std::optional<std::string> findInlined(const llvm::Module& module, const std::set<std::string>& observed) {
  for (const llvm::Function& function : module) {
    if (isLibrary(function)) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr && at->getInlinedAt() != nullptr;
           at = at->getInlinedAt()) {
        std::string name = at->getScope()->getSubprogram()->getName().str();
        if (observed.contains(name)) return name;
      }
    }
  }
  return std::nullopt;
}

}  // namespace clew::program
