#include "program/observe.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <regex>

#include "program/passes.h"

namespace clew::program {

namespace {

using spec::Automaton;
using spec::CNode;
using spec::Condition;
using spec::Match;

bool isLibrary(const llvm::Function& function) {
  return function.hasFnAttribute(kRuntimeAttribute) || function.hasFnAttribute(kOrdinaryAttribute);
}

llvm::Function* calleeOf(const llvm::CallBase& call) {
  llvm::Value* target = call.getCalledOperand()->stripPointerCasts();
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(target)) target = alias->getAliaseeObject();
  return llvm::dyn_cast<llvm::Function>(target);
}

/// The text of a part of a pattern, without the casts that the program's texts do not have either.
std::string patternText(const spec::CExpression& pattern, uint32_t node) {
  while (pattern.nodes[node].kind == CNode::Kind::Cast) node = pattern.nodes[node].children[0];
  return pattern.textOf(node);
}

/// Matches one part of a pattern with what is there.
bool matchPart(const spec::CExpression& pattern, uint32_t node, const Bound& found, Bindings* bindings) {
  const CNode& part = pattern.nodes[node];
  if (part.kind == CNode::Kind::AnyJoker) return true;
  if (part.kind == CNode::Kind::Joker) {
    if (bindings != nullptr) (*bindings)[static_cast<uint32_t>(part.value)] = found;
    return true;
  }
  return patternText(pattern, node) == found.text;
}

/// f($?), whatever its arguments are.
bool takesAnything(const spec::StatementPattern& pattern) {
  const std::vector<uint32_t>& parts = pattern.statement.nodes[pattern.call].children;
  return parts.size() == 2 && pattern.statement.nodes[parts[1]].kind == CNode::Kind::AnyJoker;
}

/// Whether the arguments of a call are others than those of the source, as far as the debug information tells.
bool passesParts(const llvm::CallBase& call, const llvm::Function& callee, size_t arguments) {
  const llvm::DISubprogram* subprogram = callee.getSubprogram();
  if (subprogram == nullptr || call.getFunctionType()->isVarArg()) return false;
  const llvm::DITypeRefArray types = subprogram->getType()->getTypeArray();
  const bool isVariadic = types.size() > 1 && types[types.size() - 1] == nullptr;
  return types.size() > 0 && !isVariadic && types.size() - 1 != arguments;
}

bool matchCall(const Match& match, const Sighting& site, Bindings* bindings) {
  const spec::StatementPattern& pattern = match.pattern;
  if (!pattern.isCall() || pattern.function() != site.name) return false;
  const bool wantsResult = pattern.result != spec::kNoNode;
  if (wantsResult && !site.isKept) return false;
  // A statement is matched as it stands; a call is there whatever becomes of its result.
  if (!wantsResult && site.isKept && match.kind == Match::Kind::Statement) return false;
  const std::vector<uint32_t>& parts = pattern.statement.nodes[pattern.call].children;
  const bool takesAll = takesAnything(pattern);
  if (!takesAll && parts.size() - 1 != site.arguments.size()) return false;
  for (size_t i = 0; !takesAll && i < site.arguments.size(); ++i) {
    if (!matchPart(pattern.statement, parts[i + 1], site.arguments[i], bindings)) return false;
  }
  return !wantsResult || matchPart(pattern.statement, pattern.result, site.result, bindings);
}

/// Whether what is seen here is what is looked for; `bindings` gets the jokers' values, if anybody wants them.
bool matchAt(const Match& match, const Sighting& site, Bindings* bindings) {
  const bool isCall = site.moment == Moment::Before || site.moment == Moment::After;
  // A call that does not come back is a statement when it is made.
  const bool isStatement = site.moment == Moment::After || (isCall && site.isAtomic && !site.returns);
  switch (match.kind) {
    case Match::Kind::Statement: return isStatement && matchCall(match, site, bindings);
    case Match::Kind::Call: return site.moment == Moment::Before && matchCall(match, site, bindings);
    case Match::Kind::Return: return site.moment == Moment::After && matchCall(match, site, bindings);
    case Match::Kind::FunctionCall: return site.moment == Moment::Before && match.text == site.name;
    case Match::Kind::Label: return site.moment == Moment::Label && match.text == site.name;
    case Match::Kind::LabelRegex:
      return site.moment == Moment::Label && std::regex_match(site.name, std::regex(match.text));
    case Match::Kind::Entry: return site.moment == Moment::Entry;
    case Match::Kind::Exit: return site.moment == Moment::Exit;
    default: return false;
  }
}

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

Truth truthOf(const Automaton& automaton, uint32_t index, const Sighting* site) {
  const Condition& condition = automaton.conditions[index];
  const auto part = [&](uint32_t which) { return truthOf(automaton, which, site); };
  switch (condition.kind) {
    case Condition::Kind::True: return Truth::Yes;
    case Condition::Kind::False: return Truth::No;
    case Condition::Kind::Not: return negated(part(condition.a));
    case Condition::Kind::And: return both(part(condition.a), part(condition.b));
    case Condition::Kind::Or: return negated(both(negated(part(condition.a)), negated(part(condition.b))));
    case Condition::Kind::Equal: return equal(part(condition.a), part(condition.b));
    case Condition::Kind::NotEqual: return negated(equal(part(condition.a), part(condition.b)));
    case Condition::Kind::Match:
      return site != nullptr && matchAt(condition.match, *site, nullptr) ? Truth::Yes : Truth::No;
    default: return Truth::Depends;
  }
}

/// Binds the jokers of everything that is matched under a condition that holds.
void bind(const Automaton& automaton, uint32_t index, const Sighting& site, Bindings& bindings) {
  const Condition& condition = automaton.conditions[index];
  if (condition.kind == Condition::Kind::Match) {
    Bindings made;
    if (matchAt(condition.match, site, &made)) bindings.merge(made);
  } else if (condition.kind == Condition::Kind::And || condition.kind == Condition::Kind::Or) {
    bind(automaton, condition.a, site, bindings);
    bind(automaton, condition.b, site, bindings);
  }
}

/// Finds the sites of one function.
class SightingFinder {
 public:
  SightingFinder(llvm::Module& module, const std::set<std::string>& observed) : observed_(observed), names_(module) {
    for (llvm::Function& function : module) {
      if (observed.contains(sourceNameOf(function)) && function.hasAddressTaken()) pointedTo_.push_back(&function);
    }
  }

  void find(llvm::Function& function, std::vector<Sighting>& sites) const {
    const bool isMain = function.getName() == "main";
    if (isMain) sites.push_back({.moment = Moment::Entry, .place = &*function.getEntryBlock().getFirstInsertionPt()});
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      findLabels(instruction, sites);
      if (isMain && llvm::isa<llvm::ReturnInst>(instruction)) {
        sites.push_back({.moment = Moment::Exit, .place = &instruction});
      }
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) continue;
      if (llvm::Function* callee = calleeOf(*call)) {
        addCall(*call, *callee, false, sites);
      } else {
        for (llvm::Function* pointed : pointedTo_) addCall(*call, *pointed, true, sites);
      }
    }
  }

 private:
  static void findLabels(llvm::Instruction& instruction, std::vector<Sighting>& sites) {
    const auto add = [&](const llvm::DILabel* label) {
      sites.push_back({.moment = Moment::Label, .place = &instruction, .name = label->getName().str()});
    };
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
      if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record)) add(label->getLabel());
    }
    if (const auto* label = llvm::dyn_cast<llvm::DbgLabelInst>(&instruction)) add(label->getLabel());
  }

  void addCall(llvm::CallBase& call, llvm::Function& callee, bool isIndirect, std::vector<Sighting>& sites) const {
    Sighting site{.moment = Moment::Before, .place = &call, .call = &call, .callee = &callee, .isIndirect = isIndirect};
    site.name = sourceNameOf(callee);
    if (!observed_.contains(site.name)) return;
    site.isAtomic = callee.isDeclaration() || isLibrary(callee);
    site.returns = !call.doesNotReturn() && !callee.doesNotReturn();
    site.isKept = !call.getType()->isVoidTy() && !call.use_empty();
    site.result = {resultText(call), Bound::kResult, names_.isSigned(&call)};
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (call.paramHasAttr(i, llvm::Attribute::StructRet)) continue;
      const llvm::Value* argument = call.getArgOperand(i);
      const bool byValue = call.isByValArgument(i);
      const bool isSigned = !call.paramHasAttr(i, llvm::Attribute::ZExt) && names_.isSigned(argument);
      site.arguments.push_back({byValue ? names_.textAt(argument) : names_.textOf(argument),
                                byValue ? Bound::kNoValue : static_cast<int>(i), isSigned});
    }
    site.hasParts = passesParts(call, callee, site.arguments.size());
    sites.push_back(site);
    site.moment = Moment::After;
    if (site.returns) sites.push_back(std::move(site));
  }

  /// Where the result goes; the call itself if it is used at once.
  std::string resultText(const llvm::CallBase& call) const {
    const llvm::Value* value = &call;
    while (value->hasOneUse() && llvm::isa<llvm::CastInst>(value->user_back())) value = value->user_back();
    const auto* store = value->hasOneUse() ? llvm::dyn_cast<llvm::StoreInst>(value->user_back()) : nullptr;
    const bool isStored = store != nullptr && store->getValueOperand() == value;
    return isStored ? names_.textAt(store->getPointerOperand()) : names_.textOf(&call);
  }

  const std::set<std::string>& observed_;
  SourceNames names_;
  std::vector<llvm::Function*> pointedTo_;
};

/// Finds statements that no pattern of an automaton matches only because of what becomes of their results, or because
/// the function does not return. Each pattern is told of once.
class NearMissFinder {
 public:
  explicit NearMissFinder(const spec::Specification& specification) : specification_(specification) {}

  void look(const Sighting& site) {
    const bool isStatement = site.moment == Moment::After || (site.moment == Moment::Before && !site.returns);
    if (!isStatement) return;
    for (const Automaton& automaton : specification_.automata) {
      const auto& all = automaton.conditions;
      const bool isSeen = std::any_of(all.begin(), all.end(), [&](const Condition& each) {
        return each.kind == Condition::Kind::Match && matchAt(each.match, site, nullptr);
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
    if (matchCall(condition.match, site, nullptr)) {
      why = "which never returns";
    } else if (!site.call->getType()->isVoidTy() && matchCall(condition.match, other, nullptr)) {
      why = site.isKept ? "whose result is used" : "whose result is not used";
    }
    if (why.empty() || !told_.insert(&condition).second) return;
    const llvm::DILocation* at = site.call->getDebugLoc().get();
    const std::string line = at == nullptr ? "" : fmt::format(" at {}:{}", at->getFilename().str(), at->getLine());
    found_.push_back(fmt::format("{}: MATCH {{{}}} does not match the call of {}{}, {}",
                                 specification_.placeText(condition.place), condition.match.pattern.statement.text(),
                                 site.name, line, why));
  }

  const spec::Specification& specification_;
  std::set<const Condition*> told_;
  std::vector<std::string> found_;
};

std::vector<Candidate> candidatesAt(const spec::Specification& specification, const Sighting& site) {
  std::vector<Candidate> candidates;
  for (uint32_t a = 0; a < specification.automata.size(); ++a) {
    const Automaton& automaton = specification.automata[a];
    for (uint32_t s = 0; s < automaton.states.size(); ++s) {
      for (uint32_t t = 0; t < automaton.states[s].transitions.size(); ++t) {
        const uint32_t trigger = automaton.states[s].transitions[t].trigger;
        if (truthAt(automaton, trigger, site) == Truth::No) continue;
        Candidate candidate{a, s, t, {}};
        bind(automaton, trigger, site, candidate.bindings);
        candidates.push_back(std::move(candidate));
      }
    }
  }
  return candidates;
}

}  // namespace

Truth truthAt(const Automaton& automaton, uint32_t condition, const Sighting& site) {
  return truthOf(automaton, condition, &site);
}

bool holdsAnywhere(const Automaton& automaton, uint32_t condition) {
  return truthOf(automaton, condition, nullptr) != Truth::No;
}

namespace {

/// Whether it is setjmp, by whichever of its names; clang was told to forget what it knows of it.
bool returnsTwice(const Sighting& site) {
  return site.call->hasFnAttr(llvm::Attribute::ReturnsTwice) || site.name.ends_with("setjmp");
}

}  // namespace

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

std::set<std::string> observedFunctions(const spec::Specification& specification) {
  std::set<std::string> names;
  for (const Automaton& automaton : specification.automata) {
    for (const Condition& condition : automaton.conditions) {
      if (condition.kind != Condition::Kind::Match) continue;
      if (condition.match.pattern.isCall()) names.insert(condition.match.pattern.function());
      if (condition.match.kind == Match::Kind::FunctionCall) names.insert(condition.match.text);
    }
  }
  return names;
}

Observation observe(llvm::Module& module, const spec::Specification& specification) {
  const std::set<std::string> observed = observedFunctions(specification);
  const SightingFinder finder(module, observed);
  std::vector<Sighting> sites;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !isLibrary(function)) finder.find(function, sites);
  }
  Observation made;
  NearMissFinder nearMisses(specification);
  for (Sighting& site : sites) {
    if (!made.problem) made.problem = findObstacle(specification, site);
    nearMisses.look(site);
    std::vector<Candidate> candidates = candidatesAt(specification, site);
    if (!candidates.empty()) made.events.push_back({std::move(site), std::move(candidates)});
  }
  made.nearMisses = nearMisses.take();
  return made;
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
