// Solvers against brute force, against each other and against programs that lie.
#include "term/solver.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "temporary_directory.h"
#include "term/bits.h"
#include "term/compute.h"
#include "term/smtlib.h"

namespace clew::term {
namespace {

std::unique_ptr<Solver> solverOf(const std::string& text, const Terms& terms) {
  const auto spec = SolverSpec::parse(text);
  EXPECT_TRUE(spec);
  return makeSolver(*spec, terms);
}

/// Small random formulas over three symbols of three bits, one Boolean and an array that is read at two places: all
/// assignments can be tried.
class SmallFormulas {
 public:
  explicit SmallFormulas(uint64_t seed) : random_(seed) {
    for (int i = 0; i < 3; ++i) words.push_back(terms.symbol("w", 3));
    truths.push_back(terms.symbol("t", 1));
    // What is read is cut to one bit, and the places, too: so the array has few values.
    const Term array = terms.arraySymbol("a");
    const Term stored = terms.store(array, index(words[0]), terms.zeroExtend(words[1], 8));
    for (const Term at : {words[1], words[2]}) {
      truths.push_back(terms.extract(terms.select(stored, index(at)), 0, 1));
    }
    for (int i = 0; i < 12; ++i) grow();
  }

  std::vector<Term> conjunction(size_t size) {
    std::vector<Term> picked;
    for (size_t i = 0; i < size; ++i) {
      const Term term = any(truths);
      picked.push_back(random_() % 3 == 0 ? terms.bitNot(term) : term);
    }
    return picked;
  }

  bool isSatisfiable(const std::vector<Term>& conjunction) const {
    for (uint64_t bits = 0; bits < 1u << 12; ++bits) {
      Model model;
      for (uint32_t i = 0; i < 3; ++i) model.values[i] = bits >> 3 * i & 7;
      model.values[3] = bits >> 9 & 1;
      for (uint64_t i = 0; i < 2; ++i) {
        if ((bits >> (10 + i) & 1) != 0) model.elements[4][i] = 1;
      }
      if (holds(conjunction, model)) return true;
    }
    return false;
  }

  bool holds(const std::vector<Term>& conjunction, const Model& model) const {
    Evaluator evaluate(terms, model);
    for (const Term term : conjunction) {
      if (evaluate(term) != 1) return false;
    }
    return true;
  }

  Terms terms;
  std::vector<Term> words;
  std::vector<Term> truths;

 private:
  Term index(Term word) { return terms.zeroExtend(terms.extract(word, 0, 1), 64); }
  Term any(const std::vector<Term>& from) { return from[random_() % from.size()]; }

  void grow() {
    static constexpr std::array kWords{Kind::Add, Kind::Mul, Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem,
                                       Kind::And, Kind::Or,  Kind::Xor,  Kind::Shl,  Kind::LShr, Kind::AShr};
    static constexpr std::array kTests{Kind::Equal,        Kind::Less,         Kind::LessSigned,   Kind::AddOverflows,
                                       Kind::SubOverflows, Kind::MulOverflows, Kind::UMulOverflows};
    const Term a = any(words);
    const Term b = random_() % 4 == 0 ? terms.constant(random_(), 3) : any(words);
    switch (random_() % 6) {
      case 0:
      case 1: words.push_back(terms.apply(kWords[random_() % kWords.size()], 3, a, b)); break;
      case 2: words.push_back(terms.ifThenElse(any(truths), a, b)); break;
      case 3: words.push_back(terms.extract(terms.concat(a, terms.signExtend(b, 5)), random_() % 6, 3)); break;
      default: truths.push_back(terms.apply(kTests[random_() % kTests.size()], 1, a, b)); break;
    }
  }

  std::mt19937_64 random_;
};

void agreesWithBruteForce(const std::string& name) {
  SmallFormulas formulas(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  const auto solver = solverOf(name, formulas.terms);
  for (int i = 0; i < 2; ++i) {
    const std::vector<Term> conjunction = formulas.conjunction(2 + 3 * static_cast<size_t>(i));
    const Decision decision = solver->decide(conjunction);
    RC_LOG() << decision.reason;
    RC_ASSERT(decision.answer != Answer::Unknown);
    RC_ASSERT((decision.answer == Answer::Satisfiable) == formulas.isSatisfiable(conjunction));
    if (decision.answer == Answer::Satisfiable) {
      RC_ASSERT(formulas.holds(conjunction, decision.model));
    } else {
      RC_ASSERT(!formulas.isSatisfiable(decision.core));
      for (const Term term : decision.core) {
        RC_ASSERT(std::find(conjunction.begin(), conjunction.end(), term) != conjunction.end());
      }
    }
  }
}

RC_GTEST_PROP(Solver, Z3AgreesWithBruteForce, ()) { agreesWithBruteForce("z3"); }
RC_GTEST_PROP(Solver, Cvc5AgreesWithBruteForce, ()) { agreesWithBruteForce("cvc5"); }
RC_GTEST_PROP(Solver, TheRaceAgreesWithBruteForce, ()) { agreesWithBruteForce("race"); }
RC_GTEST_PROP(Solver, AProgramAgreesWithBruteForce, ()) { agreesWithBruteForce("cmd:z3 -in"); }

/// Every operation of floating point at once, with symbols that are bound to numbers: the solver must compute what the
/// evaluator computes, so the opposite is unsatisfiable.
void computesFloatsLikeTheMachine(const std::string& name) {
  std::mt19937_64 random(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  Terms terms;
  const auto solver = solverOf(name, terms);
  const unsigned width = random() % 2 == 0 ? 32 : 64;
  const std::array<double, 12> corners{0.0, -0.0, 1.0, -1.5, 2.5, -2.5, 0.5, 1e30, -3e9, 4294967295.0, 127.9, -0.7};
  std::vector<Term> operands;
  std::vector<Term> bound;
  Model model;
  for (uint32_t i = 0; i < 3; ++i) {
    const double value =
        random() % 3 == 0 ? static_cast<double>(random() % 1000) / 7 : corners[random() % corners.size()];
    const uint64_t bits =
        width == 32 ? std::bit_cast<uint32_t>(static_cast<float>(value)) : std::bit_cast<uint64_t>(value);
    operands.push_back(terms.symbol("x", width));
    model.values[i] = bits;
    bound.push_back(terms.equal(operands.back(), terms.constant(bits, width)));
  }
  const auto kind = static_cast<Kind>(
      static_cast<unsigned>(Kind::FloatAdd) +
      random() % (static_cast<unsigned>(Kind::UnsignedToFloat) - static_cast<unsigned>(Kind::FloatAdd) + 1));
  if (kind == Kind::FloatRem) return;  // left open
  const unsigned to =
      kind == Kind::FloatToSigned || kind == Kind::FloatToUnsigned ? (random() % 2 == 0 ? 8 : 32) : 96 - width;
  const Term result = terms.apply(kind, to, operands[0], operandsOf(kind) > 1 ? operands[1] : kNoTerm,
                                  operandsOf(kind) > 2 ? operands[2] : kNoTerm);
  Evaluator evaluate(terms, model);
  const Term expected = terms.equal(result, terms.constant(evaluate(result), terms.widthOf(result)));
  RC_LOG() << static_cast<int>(kind) << " " << width << " " << std::hex << model.values[0] << " " << model.values[1];
  bound.push_back(expected);
  const Decision same = solver->decide(bound, 20);
  RC_LOG() << same.reason;
  RC_ASSERT(same.answer == Answer::Satisfiable);
  const bool isNumber = kind < Kind::FloatEqual || kind > Kind::FloatIsNaN;
  if (isNumber && evaluate(terms.apply(Kind::FloatIsNaN, 1, terms.widthOf(result) < 32 ? operands[0] : result)) == 1)
    return;
  bound.back() = terms.bitNot(expected);
  RC_ASSERT(solver->decide(bound, 20).answer == Answer::Unsatisfiable);
}

RC_GTEST_PROP(Solver, Z3ComputesFloatsLikeTheMachine, ()) { computesFloatsLikeTheMachine("z3"); }
RC_GTEST_PROP(Solver, Cvc5ComputesFloatsLikeTheMachine, ()) { computesFloatsLikeTheMachine("cvc5"); }

class AllSolvers : public testing::TestWithParam<const char*> {
 protected:
  Terms terms;
  std::unique_ptr<Solver> solver = solverOf(GetParam(), terms);
};
INSTANTIATE_TEST_SUITE_P(Solver, AllSolvers, testing::Values("z3", "cvc5", "race", "cmd:z3 -in"));

TEST_P(AllSolvers, CoresLeaveOutWhatDoesNotMatter) {
  std::vector<Term> conjunction;
  std::vector<Term> symbols;
  for (int i = 0; i < 20; ++i) symbols.push_back(terms.symbol("s", 32));
  for (size_t i = 0; i + 1 < symbols.size(); ++i) conjunction.push_back(terms.lessSigned(symbols[i], symbols[i + 1]));
  conjunction.push_back(terms.lessSigned(symbols[8], symbols[5]));
  const Decision decision = solver->decide(conjunction);
  ASSERT_EQ(decision.answer, Answer::Unsatisfiable);
  EXPECT_LE(decision.core.size(), 8u);
  EXPECT_EQ(solver->decide(decision.core).answer, Answer::Unsatisfiable);
}

TEST_P(AllSolvers, ArraysHaveElementsInTheModel) {
  const Term array = terms.arraySymbol("a");
  const Term i = terms.symbol("i", 64);
  const Term j = terms.symbol("j", 64);
  const Term first = terms.select(array, i);
  const Term second = terms.select(terms.store(array, j, terms.constant(9, 8)), terms.constant(5, 64));
  const Decision decision = solver->decide(std::array{
      terms.equal(first, terms.constant(7, 8)), terms.equal(second, terms.constant(200, 8)), terms.less(i, j),
      terms.equal(terms.select(array, terms.zeroExtend(first, 64)), terms.constant(1, 8))});
  ASSERT_EQ(decision.answer, Answer::Satisfiable) << decision.reason;
  const Decision zero = solver->decide(std::array{
      terms.equal(terms.select(terms.store(terms.arrayZero(), i, terms.constant(3, 8)), j), terms.constant(1, 8))});
  EXPECT_EQ(zero.answer, Answer::Unsatisfiable) << zero.reason;
}

TEST_P(AllSolvers, TheRemainderOfFloatsIsLeftOpenButNeverBelieved) {
  const auto bits = [&](double value) { return terms.constant(std::bit_cast<uint64_t>(value), 64); };
  const Term x = terms.symbol("x", 64);
  const Term remainder = terms.apply(Kind::FloatRem, 64, x, bits(3.0));
  const Term bound = terms.equal(x, bits(5.0));
  EXPECT_EQ(solver->decide(std::array{bound, terms.equal(remainder, bits(2.0))}).answer, Answer::Satisfiable);
  EXPECT_EQ(solver->decide(std::array{bound, terms.equal(remainder, bits(1.0))}).answer, Answer::Unknown);
}

TEST_P(AllSolvers, QuestionsWithoutSymbolsAreAnswered) {
  EXPECT_EQ(solver->decide({}).answer, Answer::Satisfiable);
  EXPECT_EQ(solver->decide(std::array{terms.truth(true)}).answer, Answer::Satisfiable);
  const Decision decision = solver->decide(std::array{terms.symbol("c", 1), terms.truth(false)});
  EXPECT_EQ(decision.answer, Answer::Unsatisfiable);
  EXPECT_EQ(decision.core, std::vector<Term>{terms.truth(false)});
}

/// Two factors of a product of two large primes: no solver finds them soon.
std::vector<Term> factoring(Terms& terms) {
  const Term x = terms.symbol("x", 64);
  const Term y = terms.symbol("y", 64);
  const Term bound = terms.constant(uint64_t{1} << 32, 64);
  return {terms.equal(terms.mul(x, y), terms.constant(uint64_t{2654435761} * 3266489917, 64)), terms.less(x, bound),
          terms.less(y, bound), terms.less(terms.constant(1, 64), x), terms.less(x, y)};
}

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST_P(AllSolvers, InterruptionsEndAQuestionSoon) {
  const std::vector<Term> hard = factoring(terms);
  for (const int milliseconds : {0, 1, 300}) {
    std::thread interrupter([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      solver->interrupt();
    });
    const auto begin = std::chrono::steady_clock::now();
    const Decision decision = solver->decide(hard);
    interrupter.join();
    EXPECT_EQ(decision.answer, Answer::Unknown);
    EXPECT_EQ(decision.reason, "interrupted");
    EXPECT_LT(secondsSince(begin), 2.5);
    EXPECT_EQ(solver->decide(hard).reason, "interrupted") << "it holds until somebody resumes";
    solver->resume();
    EXPECT_EQ(solver->decide(std::array{hard[1], hard[2]}).answer, Answer::Satisfiable);
  }
}

TEST_P(AllSolvers, ALimitOfTimeIsKept) {
  const std::vector<Term> hard = factoring(terms);
  const auto begin = std::chrono::steady_clock::now();
  const Decision decision = solver->decide(hard, 0.3);
  EXPECT_EQ(decision.answer, Answer::Unknown);
  EXPECT_NE(decision.reason, "");
  EXPECT_LT(secondsSince(begin), 2.5);
}

TEST(Solver, DeepTermsAreTranslatedAndWrittenInLinearSize) {
  constexpr unsigned kDepth = 100000;
  Terms terms;
  std::vector<Term> symbols;
  for (int i = 0; i < 64; ++i) symbols.push_back(terms.symbol("c", 1));
  Term deep = symbols[0];
  for (unsigned i = 0; i < kDepth; ++i) {
    deep = i % 2 == 0 ? terms.bitAnd(deep, symbols[i * 7 % 64]) : terms.bitOr(deep, symbols[i * 13 % 64]);
  }
  EXPECT_LT(writeSmtLib(terms, std::array{deep}).text.size(), kDepth * 100u);
  // Z3 itself takes seconds.
  EXPECT_NE(solverOf("z3", terms)->decide(std::array{deep}, 1).answer, Answer::Unsatisfiable);
}

class LyingPrograms : public testing::Test {
 protected:
  Decision ask(const std::string& body, double seconds = 0) {
    const std::string path = directory_ / "solver";
    {
      std::ofstream file(path);
      file << "#!/bin/sh\n" << body << "\n";
    }
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return solverOf("cmd:" + path, terms)->decide(std::array{terms.less(x, terms.constant(5, 32)), condition}, seconds);
  }

  Terms terms;
  Term x = terms.symbol("x", 32);
  Term condition = terms.symbol("c", 1);

 private:
  TemporaryDirectory directory_;
};

TEST_F(LyingPrograms, GoodAnswersAreTaken) {
  const Decision decision = ask("echo sat; echo '((s0 #x00000004) (s1 true))'");
  ASSERT_EQ(decision.answer, Answer::Satisfiable) << decision.reason;
  EXPECT_EQ(decision.model.valueOf(0), 4u);
  EXPECT_EQ(ask("cat >/dev/null; echo sat; echo '((s0 (_ bv3 32)) ; comment'; echo '(s1 true))'").answer,
            Answer::Satisfiable);
  EXPECT_EQ(ask("echo unsat; echo '(error \"no (model\")'; echo '(a1)'").core, std::vector<Term>{condition});
  EXPECT_EQ(ask("echo unsat").core.size(), 2u);
  EXPECT_EQ(ask("echo unsat; echo '(a1 a7)'").core.size(), 2u);
}

TEST_F(LyingPrograms, WrongModelsAreNotBelieved) {
  const Decision decision = ask("echo sat; echo '((s0 #x00000005) (s1 true))'");
  EXPECT_EQ(decision.answer, Answer::Unknown);
  EXPECT_NE(decision.reason.find("does not satisfy the formula"), std::string::npos);
}

TEST_F(LyingPrograms, GarbageIsUnknownWithAReason) {
  for (const char* body : {"exit 3", "kill -9 $$", "echo hello", "echo sat", "echo sat; echo '((s0 #xZZ) (s1 true))'",
                           "echo sat; echo '((s0 #x1)'", "echo '((((('", "head -c 100000 /dev/zero",
                           "exec <&-; sleep 0.1; exit 0", "echo sat; head -c 1000000 /dev/zero | tr '\\0' '('",
                           "echo unknown", "echo sat; echo '((s0 #x1) (s1 true) (s2 #x1))'",
                           "echo sat; echo '((s0 (_ bv99999999999999999999999 32)) (s1 true))'"}) {
    const Decision decision = ask(body, 20);
    EXPECT_EQ(decision.answer, Answer::Unknown) << body;
    EXPECT_NE(decision.reason, "") << body;
  }
  EXPECT_NE(ask("exit 3").reason.find("exit code 3"), std::string::npos);
  EXPECT_NE(ask("kill -9 $$").reason.find("Killed"), std::string::npos);
}

TEST_F(LyingPrograms, NobodyWaitsForProgramsThatHang) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_NE(ask("sleep 1000", 0.2).reason.find("in time"), std::string::npos);
  EXPECT_NE(ask("echo sat; sleep 1000 & sleep 1000", 0.2).reason.find("in time"), std::string::npos);
  EXPECT_NE(ask("yes", 30).reason.find("without end"), std::string::npos);
  EXPECT_LT(secondsSince(begin), 15);
  EXPECT_LE(waitpid(-1, nullptr, WNOHANG), 0) << "nobody is left unburied";
}

TEST_F(LyingPrograms, AProgramThatIsNotThereIsNamed) {
  const Decision decision = solverOf("cmd:/no/such/solver -x", terms)->decide(std::array{condition});
  EXPECT_EQ(decision.answer, Answer::Unknown);
  EXPECT_NE(decision.reason.find("/no/such/solver cannot be started"), std::string::npos);
}

TEST(SolverSpec, TextsComeBack) {
  for (const char* text : {"z3", "cvc5", "race", "cmd:z3 -in -T:5"}) EXPECT_EQ(SolverSpec::parse(text)->text(), text);
  EXPECT_EQ(SolverSpec::parse("cmd:  z3   -in ")->words, (std::vector<std::string>{"z3", "-in"}));
  for (const char* text : {"", "Z3", "yices", "cmd:", "cmd:  "}) EXPECT_FALSE(SolverSpec::parse(text)) << text;
}

}  // namespace
}  // namespace clew::term
