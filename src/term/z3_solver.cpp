// Z3 in the process. Translated terms stay; the solver object is new for each question, which is faster on bit-vectors
// than taking assertions back. Each term is implied by a marker, and the markers are assumed: cores come out as
// markers. For small questions, where making a solver is what takes time, one is kept with the terms that it has seen;
// it becomes slower with them, so it is a new one now and then. What it does not know soon is asked about integers, if
// that is the same question (integers.h).
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_set>

#include "term/back_ends.h"
#include "term/checked_solver.h"
#include "term/integers.h"
#include "term/z3_back_end.h"

namespace clew::term {
namespace {

constexpr unsigned kForEver = std::numeric_limits<unsigned>::max();
constexpr unsigned kNoLimit = 0;  // of effort, by Z3's measure, which does not depend on how fast the machine is
constexpr unsigned kEffortOnBits = 100'000;
constexpr unsigned kEffortOnIntegers = 2'000'000;

/// Z3 forgets an interruption that comes just before it begins to search. So a thread repeats it until the question is
/// over; it starts with the first interruption.
class Insistence {
 public:
  explicit Insistence(z3::context& context) : context_(context) {}
  ~Insistence() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void insist() {
    const std::lock_guard lock(mutex_);
    wanted_ = true;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_all();
  }
  void relent() {
    const std::lock_guard lock(mutex_);
    wanted_ = false;
  }
  void setBusy(bool busy) {
    const std::lock_guard lock(mutex_);
    busy_ = busy;
    if (busy && wanted_) changed_.notify_all();
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
      if (!(wanted_ && busy_)) {
        changed_.wait(lock);
        continue;
      }
      Z3_interrupt(context_);
      changed_.wait_for(lock, std::chrono::milliseconds(5));
    }
  }

  z3::context& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  bool wanted_ = false;
  bool busy_ = false;
  bool ends_ = false;
};

class Z3Solver final : public CheckedSolver {
 public:
  explicit Z3Solver(const Terms& terms)
      : CheckedSolver(terms), insistence_(context_), backEnd_(context_), translate_(terms, backEnd_) {}

  void interrupt() override {
    CheckedSolver::interrupt();
    insistence_.insist();
  }
  void expectSmallQuestions() override { expectsSmall_ = true; }
  void resume() override {
    insistence_.relent();
    CheckedSolver::resume();
  }
  std::string name() const override {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
  }

 private:
  struct Busy {
    explicit Busy(Insistence& insistence) : insistence_(insistence) { insistence_.setBusy(true); }
    ~Busy() { insistence_.setBusy(false); }
    Busy(const Busy&) = delete;  // a scope
    Busy& operator=(const Busy&) = delete;
    Insistence& insistence_;
  };

  Decision ask(std::span<const Term> conjunction, double seconds) override {
    std::vector<z3::expr> formulas;
    uint8_t traits = 0;
    for (const Term term : conjunction) {
      formulas.push_back(translate_(term));
      traits |= translate_.traitsOf(term);
    }
    if (traits == 0 && expectsSmall_) return askKept(conjunction, formulas, seconds);
    z3::solver solver = solverFor(traits, seconds);
    for (const z3::expr& definition : translate_.definitions(conjunction)) solver.add(definition);
    z3::expr_vector assumptions(context_);
    const bool isTracked = (traits & Translator<Z3BackEnd>::kFloats) == 0;
    for (size_t i = 0; i < conjunction.size(); ++i) {
      if (isTracked) assumptions.push_back(markerOf(conjunction[i]));
      solver.add(isTracked ? z3::implies(markerOf(conjunction[i]), formulas[i]) : formulas[i]);
    }
    z3::check_result result = z3::unknown;
    {
      const Busy busy(insistence_);
      if (isInterrupted()) return unknown("interrupted");
      result = isTracked ? solver.check(assumptions) : solver.check();
    }
    return decisionOf(solver, result, conjunction, isTracked);
  }

  Decision decisionOf(z3::solver& solver, z3::check_result result, std::span<const Term> conjunction, bool isTracked) {
    if (result == z3::unknown) return unknown(name() + ": " + solver.reason_unknown());
    Decision decision;
    decision.answer = result == z3::sat ? Answer::Satisfiable : Answer::Unsatisfiable;
    if (result == z3::sat) {
      decision.model = modelOf(solver.get_model(), conjunction);
    } else if (isTracked) {
      decision.core = coreOf(solver.unsat_core(), conjunction);
    } else {
      decision.core.assign(conjunction.begin(), conjunction.end());
    }
    return decision;
  }

  /// By the solver that is kept.
  Decision askKept(std::span<const Term> conjunction, const std::vector<z3::expr>& formulas, double seconds) {
    constexpr size_t kMostTerms = 64;
    if (!kept_ || keptTerms_.size() + conjunction.size() > kMostTerms) {
      kept_.emplace(solverFor(0, seconds));
      keptTerms_.clear();
    }
    z3::expr_vector assumptions(context_);
    for (size_t i = 0; i < conjunction.size(); ++i) {
      const z3::expr marker = markerOf(conjunction[i]);
      assumptions.push_back(marker);
      if (keptTerms_.insert(conjunction[i]).second) kept_->add(z3::implies(marker, formulas[i]));
    }
    const Busy busy(insistence_);
    if (isInterrupted()) return unknown("interrupted");
    kept_->set(limitsOf(seconds, kEffortOnBits));
    z3::check_result result = kept_->check(assumptions);
    if (result == z3::unknown && !isInterrupted()) {
      if (auto decision = askAboutIntegers(conjunction)) return std::move(*decision);
      kept_->set(limitsOf(seconds, kNoLimit));
      result = kept_->check(assumptions);
    }
    Decision decision = decisionOf(*kept_, result, conjunction, true);
    if (result == z3::unknown) kept_.reset();
    return decision;
  }

  /// Sums of many variables, which bit-vectors make hard.
  std::optional<Decision> askAboutIntegers(std::span<const Term> conjunction) {
    Integers integers(terms(), context_, signedSymbols(terms(), conjunction));
    for (const Term term : conjunction) integers.assume(term);
    const z3::check_result result = integers.isExact() ? integers.decide(kEffortOnIntegers) : z3::unknown;
    if (result == z3::unknown) return std::nullopt;
    Decision decision;
    decision.answer = result == z3::sat ? Answer::Satisfiable : Answer::Unsatisfiable;
    if (result == z3::sat) decision.model = integers.model();
    if (result == z3::unsat) decision.core = integers.core();
    return decision;
  }

  /// On comparisons of 32 bits the solver for bit-vectors takes a fifth of the general one's time. Floating point is
  /// hopeless unless numbers that are known are put in first, which assumptions prevent: there the core is everything.
  z3::solver solverFor(uint8_t traits, double seconds) {
    const bool hasArrays = (traits & Translator<Z3BackEnd>::kArrays) != 0;
    const bool hasFloats = (traits & Translator<Z3BackEnd>::kFloats) != 0;
    z3::solver solver = hasFloats   ? hasArrays ? z3::solver(context_) : z3::solver(context_, "QF_BVFP")
                          : hasArrays ? z3::solver(context_, z3::solver::simple())
                                    : z3::solver(context_, "QF_BV");
    solver.set(limitsOf(seconds, kNoLimit));
    return solver;
  }

  z3::params limitsOf(double seconds, unsigned effort) {
    z3::params parameters(context_);
    parameters.set("ctrl_c", false);  // signals are the program's business
    parameters.set("timeout", seconds > 0 ? static_cast<unsigned>(std::clamp(seconds * 1000, 1.0, 4e9)) : kForEver);
    parameters.set("rlimit", effort);
    return parameters;
  }

  z3::expr markerOf(Term term) { return context_.bool_const(("term" + std::to_string(term)).c_str()); }

  std::vector<Term> coreOf(const z3::expr_vector& markers, std::span<const Term> conjunction) {
    std::unordered_set<unsigned> ids;
    for (unsigned i = 0; i < markers.size(); ++i) ids.insert(markers[static_cast<int>(i)].id());
    std::vector<Term> core;
    for (const Term term : conjunction) {
      if (ids.contains(markerOf(term).id())) core.push_back(term);
    }
    return core;
  }

  Model modelOf(const z3::model& found, std::span<const Term> conjunction) {
    Model model;
    for (unsigned i = 0; i < found.num_consts(); ++i) {
      const z3::func_decl symbol = found.get_const_decl(i);
      if (symbol.name().kind() != Z3_INT_SYMBOL || symbol.range().is_array()) continue;
      model.values[static_cast<uint32_t>(symbol.name().to_int())] = valueOf(found.get_const_interp(symbol));
    }
    const ArrayReads reads = readsOf(terms(), conjunction);
    for (const Term array : reads.arrays) {
      auto& elements = model.elements[static_cast<uint32_t>(terms()[array].value)];
      for (const Term index : reads.indices) {
        const z3::expr at = found.eval(translate_(index), true);
        const uint64_t element = valueOf(found.eval(z3::select(translate_(array), at), true));
        if (element != 0) elements[valueOf(at)] = static_cast<uint8_t>(element);
      }
    }
    return model;
  }

  static uint64_t valueOf(const z3::expr& value) {
    if (value.is_bool()) return value.is_true() ? 1 : 0;
    uint64_t bits = 0;
    return value.is_numeral_u64(bits) ? bits : 0;
  }

  z3::context context_;
  Insistence insistence_;
  Z3BackEnd backEnd_;
  Translator<Z3BackEnd> translate_;
  bool expectsSmall_ = false;
  std::optional<z3::solver> kept_;
  std::unordered_set<Term> keptTerms_;
};

}  // namespace

std::unique_ptr<Solver> makeZ3(const Terms& terms) { return std::make_unique<Z3Solver>(terms); }

}  // namespace clew::term
