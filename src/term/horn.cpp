#include "term/horn.h"

#include <algorithm>
#include <map>
#include <string>

#include "term/bits.h"
#include "term/integers.h"

namespace clew::term {

namespace {

constexpr unsigned kMostEffort = 1'500'000;  // Z3's measure, so that answers do not depend on how fast the machine is
constexpr unsigned kMostMilliseconds = 5000;

/// A sum of multiples of a relation's parameters, by their numbers.
struct Sum {
  std::map<unsigned, int64_t> factors;
  int64_t constant = 0;

  bool operator==(const Sum&) const = default;
  Sum times(int64_t factor) const {
    Sum product{{}, constant * factor};
    for (const auto& [parameter, each] : factors) product.factors[parameter] = each * factor;
    return product;
  }
  void add(const Sum& other) {
    constant += other.constant;
    for (const auto& [parameter, each] : other.factors) {
      if ((factors[parameter] += each) == 0) factors.erase(parameter);
    }
  }
};

/// Takes a relation that Spacer has found back into terms.
class Reader {
 public:
  Reader(Terms& terms, const std::vector<Term>& parameters, const std::unordered_set<Term>& areSigned,
         bool wrapsEqualities)
      : terms_(terms), parameters_(parameters), areSigned_(areSigned), wrapsEqualities_(wrapsEqualities) {}

  /// The parts of a conjunction, but for those that terms cannot say.
  std::vector<Term> conditions(const z3::expr& formula) {
    std::vector<z3::expr> conjuncts;
    flatten(formula, conjuncts);
    std::vector<Sum> bounds;  // at most 0
    std::vector<Term> found;
    for (const z3::expr& each : conjuncts) {
      if (const auto bound = boundOf(each)) {
        bounds.push_back(*bound);
      } else {
        found.push_back(truth(each));
      }
    }
    for (const Sum& bound : bounds) {
      const auto opposite = std::find(bounds.begin(), bounds.end(), bound.times(-1));
      found.push_back(opposite == bounds.end() ? atMostZero(bound) : zero(bound));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::erase_if(found, [&](Term each) { return each == kNoTerm || terms_.isTrue(each); });
    return found;
  }

 private:
  static constexpr int64_t kMostFactor = int64_t{1} << 30;
  static constexpr int64_t kMostConstant = int64_t{1} << 60;

  static void flatten(const z3::expr& formula, std::vector<z3::expr>& conjuncts) {
    if (!formula.is_and()) return conjuncts.push_back(formula);
    for (unsigned k = 0; k < formula.num_args(); ++k) flatten(formula.arg(k), conjuncts);
  }

  /// Of what is true when a sum is at most 0.
  static std::optional<Sum> boundOf(const z3::expr& formula, bool isNegated = false) {
    if (!formula.is_app()) return std::nullopt;
    const Z3_decl_kind kind = formula.decl().decl_kind();
    if (kind == Z3_OP_NOT) return boundOf(formula.arg(0), !isNegated);
    const bool isAtMost = kind == Z3_OP_LE || kind == Z3_OP_LT;
    if (!isAtMost && kind != Z3_OP_GE && kind != Z3_OP_GT) return std::nullopt;
    auto left = sumOf(formula.arg(0));
    const auto right = sumOf(formula.arg(1));
    if (!left || !right) return std::nullopt;
    left->add(right->times(-1));
    const bool isStrict = (kind == Z3_OP_LT || kind == Z3_OP_GT) != isNegated;
    Sum bound = left->times(isAtMost != isNegated ? 1 : -1);
    bound.constant += isStrict ? 1 : 0;
    return normalised(std::move(bound));
  }

  static std::optional<Sum> sumOf(const z3::expr& number) {
    if (number.is_var()) return Sum{{{Z3_get_index_value(number.ctx(), number), 1}}, 0};
    Sum sum;
    if (number.is_numeral()) {
      const bool fits = number.is_numeral_i64(sum.constant) && std::abs(sum.constant) <= kMostConstant;
      return fits ? std::optional(sum) : std::nullopt;
    }
    if (!number.is_app()) return std::nullopt;
    const Z3_decl_kind kind = number.decl().decl_kind();
    if (kind == Z3_OP_UMINUS) {
      const auto inner = sumOf(number.arg(0));
      return inner ? std::optional(inner->times(-1)) : std::nullopt;
    }
    if (kind == Z3_OP_MUL) {
      const auto factor = number.num_args() == 2 ? sumOf(number.arg(0)) : std::nullopt;
      const auto inner = factor && factor->factors.empty() ? sumOf(number.arg(1)) : std::nullopt;
      if (!inner || std::abs(factor->constant) > kMostFactor) return std::nullopt;
      return isSmall(*inner, kMostFactor) ? std::optional(inner->times(factor->constant)) : std::nullopt;
    }
    if (kind != Z3_OP_ADD && kind != Z3_OP_SUB) return std::nullopt;
    for (unsigned k = 0; k < number.num_args(); ++k) {
      const auto part = sumOf(number.arg(k));
      if (!part) return std::nullopt;
      sum.add(part->times(k > 0 && kind == Z3_OP_SUB ? -1 : 1));
      if (!isSmall(sum, kMostConstant)) return std::nullopt;
    }
    return sum;
  }

  static bool isSmall(const Sum& sum, int64_t most) {
    return std::abs(sum.constant) <= most && std::all_of(sum.factors.begin(), sum.factors.end(), [&](const auto& each) {
             return std::abs(each.second) <= kMostFactor;
           });
  }

  /// A single parameter has a factor of 1 or -1.
  static Sum normalised(Sum bound) {
    if (bound.factors.size() != 1) return bound;
    int64_t& factor = bound.factors.begin()->second;
    const int64_t size = std::abs(factor);
    const bool rounds = bound.constant > 0 && bound.constant % size != 0;
    bound.constant = bound.constant / size + (rounds ? 1 : 0);
    factor /= size;
    return bound;
  }

  Term truth(const z3::expr& formula) {
    if (formula.is_var()) return parameters_[Z3_get_index_value(formula.ctx(), formula)];
    if (!formula.is_app()) return kNoTerm;
    if (const auto bound = boundOf(formula)) return atMostZero(*bound);
    switch (formula.decl().decl_kind()) {
      case Z3_OP_TRUE: return terms_.truth(true);
      case Z3_OP_FALSE: return terms_.truth(false);
      case Z3_OP_NOT: {
        const Term inner = truth(formula.arg(0));
        return inner == kNoTerm ? kNoTerm : terms_.bitNot(inner);
      }
      case Z3_OP_AND:
      case Z3_OP_OR: return joined(formula);
      case Z3_OP_EQ: return equality(formula);
      default: return kNoTerm;
    }
  }

  Term joined(const z3::expr& formula) {
    const bool isAnd = formula.is_and();
    Term all = terms_.truth(isAnd);
    for (unsigned k = 0; k < formula.num_args(); ++k) {
      const Term each = truth(formula.arg(k));
      if (each == kNoTerm) return kNoTerm;
      all = isAnd ? terms_.bitAnd(all, each) : terms_.bitOr(all, each);
    }
    return all;
  }

  Term equality(const z3::expr& formula) {
    if (formula.arg(0).is_bool()) {
      const Term a = truth(formula.arg(0));
      const Term b = truth(formula.arg(1));
      return a == kNoTerm || b == kNoTerm ? kNoTerm : terms_.equal(a, b);
    }
    auto left = sumOf(formula.arg(0));
    const auto right = sumOf(formula.arg(1));
    if (!left || !right) return kNoTerm;
    left->add(right->times(-1));
    return zero(*left);
  }

  bool isSigned(unsigned parameter) const { return areSigned_.contains(parameters_[parameter]); }

  /// A sum in so many bits; it may wrap around.
  Term termOf(const Sum& sum, unsigned width) {
    Term all = terms_.constant(static_cast<uint64_t>(sum.constant) & maskOf(width), width);
    for (const auto& [parameter, factor] : sum.factors) {
      const Term symbol = parameters_[parameter];
      const Term number = isSigned(parameter) ? terms_.signExtend(symbol, width) : terms_.zeroExtend(symbol, width);
      all = terms_.add(all, terms_.mul(number, terms_.constant(static_cast<uint64_t>(factor) & maskOf(width), width)));
    }
    return all;
  }

  unsigned widest(const Sum& sum) const {
    unsigned width = 1;
    for (const auto& [parameter, factor] : sum.factors) width = std::max(width, terms_.widthOf(parameters_[parameter]));
    return width;
  }

  /// In the numbers' own bits it is a weaker condition, but a simpler one.
  Term zero(const Sum& sum) {
    const unsigned width = wrapsEqualities_ ? widest(sum) : 64;
    return terms_.equal(termOf(sum, width), terms_.constant(0, width));
  }

  Term atMostZero(const Sum& sum) {
    const Term plain = plainBound(sum);
    if (plain != kNoTerm) return plain;
    return terms_.lessEqualSigned(termOf(sum, 64), terms_.constant(0, 64));
  }

  /// Comparisons of a parameter with a number, or with another one.
  Term plainBound(const Sum& sum) {
    if (sum.factors.empty()) return terms_.truth(sum.constant <= 0);
    if (sum.factors.size() > 2) return kNoTerm;
    Term low = kNoTerm;
    Term high = kNoTerm;
    for (const auto& [parameter, factor] : sum.factors) {
      Term& side = factor > 0 ? low : high;
      if (std::abs(factor) != 1 || side != kNoTerm || isSigned(parameter) != isSigned(sum.factors.begin()->first)) {
        return kNoTerm;
      }
      side = parameters_[parameter];
    }
    const bool areSigned = isSigned(sum.factors.begin()->first);
    const unsigned width = widest(sum);
    if (low != kNoTerm && high != kNoTerm) {
      const bool isPlain = sum.constant == 0 && terms_.widthOf(low) == terms_.widthOf(high);
      return isPlain ? atMost(low, high, areSigned) : kNoTerm;
    }
    const int64_t bound = low != kNoTerm ? -sum.constant : sum.constant;
    const bool fits = areSigned ? asSigned(static_cast<uint64_t>(bound), width) == bound
                                : bound >= 0 && (static_cast<uint64_t>(bound) & ~maskOf(width)) == 0;
    if (!fits) return kNoTerm;
    const Term number = terms_.constant(static_cast<uint64_t>(bound) & maskOf(width), width);
    return atMost(low == kNoTerm ? number : low, high == kNoTerm ? number : high, areSigned);
  }

  Term atMost(Term a, Term b, bool areSigned) {
    return areSigned ? terms_.lessEqualSigned(a, b) : terms_.lessEqual(a, b);
  }

  Terms& terms_;
  const std::vector<Term>& parameters_;
  const std::unordered_set<Term>& areSigned_;
  bool wrapsEqualities_;
};

class Spacer {
 public:
  Spacer(Terms& terms, const HornSystem& system)
      : terms_(terms), system_(system), areSigned_(signsOf(terms, system)), context_(limits_), rules_(context_) {}

  std::vector<HornSolution> solve() {
    setUp();
    for (size_t k = 0; k < system_.relations.size(); ++k) declare(k);
    z3::func_decl wrong = context_.function("wrong", 0, nullptr, context_.bool_sort());
    rules_.register_relation(wrong);
    for (const HornClause& clause : system_.clauses) {
      if (!add(clause, wrong)) return {};
    }
    z3::expr query = wrong();
    if (rules_.query(query) != z3::unsat) return {};
    std::vector<HornSolution> solutions = {solution(true), solution(false)};
    if (solutions[0] == solutions[1]) solutions.pop_back();
    return solutions;
  }

 private:
  static std::unordered_set<Term> signsOf(const Terms& terms, const HornSystem& system) {
    std::vector<Term> literals;
    std::vector<std::pair<Term, Term>> equal;
    for (const HornClause& clause : system.clauses) {
      literals.insert(literals.end(), clause.literals.begin(), clause.literals.end());
      for (size_t k = 0; k < clause.arguments.size(); ++k) {
        equal.emplace_back(system.relations[clause.to][k], clause.arguments[k]);
      }
    }
    return signedSymbols(terms, literals, equal);
  }

  void setUp() {
    z3::params parameters(context_);
    parameters.set("engine", context_.str_symbol("spacer"));
    // Relations are wanted as they are.
    for (const char* name : {"xform.slice", "xform.inline_linear", "xform.inline_eager"}) parameters.set(name, false);
    // It finds sums that stay the same much sooner so.
    parameters.set("spacer.use_euf_gen", true);
    parameters.set("spacer.eq_prop", false);
    parameters.set("ctrl_c", false);
    parameters.set("timeout", kMostMilliseconds);
    Z3_fixedpoint_set_params(context_, rules_, parameters);
    context_.check_error();
  }

  void declare(size_t number) {
    z3::sort_vector sorts(context_);
    for (const Term parameter : system_.relations[number]) {
      sorts.push_back(terms_.widthOf(parameter) == 1 ? context_.bool_sort() : context_.int_sort());
    }
    relations_.push_back(context_.function(("r" + std::to_string(number)).c_str(), sorts, context_.bool_sort()));
    rules_.register_relation(relations_.back());
  }

  bool add(const HornClause& clause, z3::func_decl& wrong) {
    Integers integers(terms_, context_, areSigned_, system_.neverWraps ? Wraps::Never : Wraps::Exact);
    z3::expr_vector body(context_);
    if (clause.from != HornClause::kNone) {
      z3::expr_vector parameters(context_);
      for (const Term parameter : system_.relations[clause.from]) parameters.push_back(integers.symbol(parameter));
      body.push_back(relations_[clause.from](parameters));
    }
    for (const Term literal : clause.literals) integers.assume(literal);
    z3::expr_vector arguments(context_);
    for (size_t k = 0; k < clause.arguments.size(); ++k) {
      arguments.push_back(integers.valueFor(system_.relations[clause.to][k], clause.arguments[k]));
    }
    if (!integers.isExact()) return false;
    for (const z3::expr& fact : integers.facts()) body.push_back(fact);
    const z3::expr head = clause.to == HornClause::kNone ? wrong() : relations_[clause.to](arguments);
    z3::expr rule = z3::implies(z3::mk_and(body), head);
    if (!integers.constants().empty()) rule = z3::forall(integers.constants(), rule);
    rules_.add_rule(rule, context_.int_symbol(static_cast<int>(rulesAdded_++)));
    return true;
  }

  HornSolution solution(bool wrapsEqualities) {
    HornSolution found;
    for (size_t k = 0; k < relations_.size(); ++k) {
      Reader reader(terms_, system_.relations[k], areSigned_, wrapsEqualities);
      constexpr int kForEver = -1;
      found.push_back(reader.conditions(rules_.get_cover_delta(kForEver, relations_[k])));
    }
    return found;
  }

  Terms& terms_;
  const HornSystem& system_;
  std::unordered_set<Term> areSigned_;
  struct Limits : z3::config {
    Limits() { set("rlimit", static_cast<int>(kMostEffort)); }
  } limits_;
  z3::context context_;
  z3::fixedpoint rules_;
  std::vector<z3::func_decl> relations_;
  size_t rulesAdded_ = 0;
};

}  // namespace

std::vector<HornSolution> solveHorn(Terms& terms, const HornSystem& system) {
  try {
    return Spacer(terms, system).solve();
  } catch (const z3::exception&) {
    return {};  // what it does not manage
  }
}

}  // namespace clew::term
