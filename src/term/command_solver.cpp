// Solvers that are programs: each question is a script on the standard input of a new process.
//
// cvc5 is one of them. Its library (1.0.3) cannot be interrupted, ties what it makes to the thread that made it, and
// aborts the process when an assertion of its own fails; a process of its own can be killed at any time, and costs
// about ten milliseconds.
#include "term/back_ends.h"
#include "term/checked_solver.h"
#include "term/conversation.h"
#include "term/smtlib.h"

namespace clew::term {
namespace {

class CommandSolver final : public CheckedSolver {
 public:
  CommandSolver(std::string name, std::vector<std::string> words, const Terms& terms)
      : CheckedSolver(terms), name_(std::move(name)), words_(std::move(words)) {}

  void interrupt() override {
    CheckedSolver::interrupt();
    wake_.call();
  }
  void resume() override {
    wake_.forget();
    CheckedSolver::resume();
  }
  std::string name() const override { return name_; }

 private:
  Decision ask(std::span<const Term> conjunction, double seconds) override {
    const SmtLibScript script = writeSmtLib(terms(), conjunction);
    const Conversation conversation = converse(words_, script.text, seconds, wake_);
    switch (conversation.end) {
      case Conversation::End::NotStarted: return unknown(name_ + " cannot be started: " + conversation.problem);
      case Conversation::End::TimedOut: return unknown(name_ + " has not answered in time");
      case Conversation::End::Woken: return unknown("interrupted");
      case Conversation::End::TooMuch: return unknown(name_ + " prints without end");
      case Conversation::End::Finished: break;
    }
    Decision decision = readSmtLibAnswer(conversation.output, script, conjunction);
    if (decision.answer == Answer::Unknown) {
      decision.reason = name_ + ": " + decision.reason;
      if (!conversation.problem.empty()) decision.reason += "; " + conversation.problem;
    }
    return decision;
  }

  std::string name_;
  std::vector<std::string> words_;
  Wake wake_;
};

}  // namespace

std::unique_ptr<Solver> makeCvc5(const Terms& terms) {
  return std::make_unique<CommandSolver>("cvc5", std::vector<std::string>{"cvc5", "--lang=smt2", "-"}, terms);
}

std::unique_ptr<Solver> makeCommand(std::vector<std::string> words, const Terms& terms) {
  std::string name = words[0];
  return std::make_unique<CommandSolver>(std::move(name), std::move(words), terms);
}

}  // namespace clew::term
