// Two solvers at once; the first definite answer counts, and the other solver is interrupted. The second one has a
// thread of its own and starts a moment later: most questions are answered by then, and need no second process.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "term/back_ends.h"

namespace clew::term {
namespace {

constexpr auto kHeadStart = std::chrono::milliseconds(20);

bool isDefinite(const Decision& decision) { return decision.answer != Answer::Unknown; }

class RaceSolver final : public Solver {
 public:
  RaceSolver(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second)
      : first_(std::move(first)), second_(std::move(second)), thread_([this] { run(); }) {}

  ~RaceSolver() override {
    {
      const std::lock_guard lock(mutex_);
      stage_ = Stage::Ends;
    }
    changed_.notify_all();
    thread_.join();
  }

  Decision decide(std::span<const Term> conjunction, double seconds) override {
    std::unique_lock lock(mutex_);
    if (interrupted_) return interruption();
    conjunction_.assign(conjunction.begin(), conjunction.end());
    seconds_ = seconds;
    isDecided_ = false;
    firstGaveUp_ = false;
    stage_ = Stage::Asked;
    changed_.notify_all();
    lock.unlock();
    Decision decision = first_->decide(conjunction, seconds);
    lock.lock();
    const bool counts = isDefinite(decision) && !isDecided_;
    if (counts) {
      isDecided_ = true;
      second_->interrupt();
    }
    firstGaveUp_ = !isDefinite(decision);
    changed_.notify_all();
    changed_.wait(lock, [&] { return stage_ == Stage::Answered; });
    stage_ = Stage::Idle;
    if (!interrupted_) resumeBoth();
    if (counts) return decision;
    if (isDefinite(answer_)) return std::move(answer_);
    if (interrupted_) return interruption();
    decision.reason += "; " + answer_.reason;
    return decision;
  }

  void interrupt() override {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
    first_->interrupt();
    second_->interrupt();
    changed_.notify_all();
  }

  void resume() override {
    const std::lock_guard lock(mutex_);
    interrupted_ = false;
    resumeBoth();
  }

  std::string name() const override { return first_->name() + " and " + second_->name(); }

 private:
  enum class Stage : uint8_t {
    Idle,
    Asked,
    Answered,
    Ends
  };

  static Decision interruption() {
    Decision decision;
    decision.reason = "interrupted";
    return decision;
  }

  void resumeBoth() {
    first_->resume();
    second_->resume();
  }

  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return stage_ == Stage::Asked || stage_ == Stage::Ends; });
      if (stage_ == Stage::Ends) return;
      changed_.wait_for(lock, kHeadStart, [&] { return isDecided_ || firstGaveUp_ || interrupted_; });
      answer_ = Decision();
      if (!isDecided_ && !interrupted_) answerSecond(lock);
      stage_ = Stage::Answered;
      changed_.notify_all();
    }
  }

  void answerSecond(std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    Decision decision = second_->decide(conjunction_, seconds_);
    lock.lock();
    if (isDefinite(decision) && !isDecided_) {
      isDecided_ = true;
      first_->interrupt();
    } else if (isDefinite(decision)) {
      return;  // too late
    }
    answer_ = std::move(decision);
  }

  std::unique_ptr<Solver> first_;
  std::unique_ptr<Solver> second_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Stage stage_ = Stage::Idle;
  bool interrupted_ = false;
  bool isDecided_ = false;
  bool firstGaveUp_ = false;
  std::vector<Term> conjunction_;
  double seconds_ = 0;
  Decision answer_;  // of the second
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Solver> makeRace(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second) {
  return std::make_unique<RaceSolver>(std::move(first), std::move(second));
}

}  // namespace clew::term
