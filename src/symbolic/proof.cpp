#include "symbolic/proof.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "symbolic/workers.h"

namespace clew::symbolic {

namespace {

constexpr auto kPause = std::chrono::milliseconds(20);

/// Interrupts workers when everything must stop, until it is gone.
std::jthread interrupter(Workers& workers, const std::atomic<bool>& stop) {
  return std::jthread([&workers, &stop](const std::stop_token& done) {
    while (!done.stop_requested() && !stop.load(std::memory_order_relaxed)) std::this_thread::sleep_for(kPause);
    if (stop.load(std::memory_order_relaxed)) workers.interrupt();
  });
}

}  // namespace

std::optional<std::string> findUnproven(term::Terms& terms, std::span<const Nogood> nogoods,
                                        const ProofOptions& options, const std::atomic<bool>& stop) {
  if (nogoods.empty()) return std::nullopt;
  const BlockOptions oneByOne{.size = 1, .nogoods = false, .formulas = false};
  Workers workers(terms, options.solver, options.jobs, oneByOne, options.seconds);
  {
    const std::jthread watching = interrupter(workers, stop);
    for (size_t number = 0; number < nogoods.size(); ++number) {
      workers.submit({nogoods[number].literals, Purpose::Error, number});
    }
    workers.finish();
  }
  const Arrivals arrivals = workers.take();
  if (!arrivals.satisfiable.empty()) return "a nogood is wrong: its literals can be true together";
  if (!arrivals.unknown.empty()) return fmt::format("a nogood is not proven: {}", arrivals.unknown.front().reason);
  if (arrivals.unsatisfiable != nogoods.size()) return "not all nogoods were proven";
  return std::nullopt;
}

}  // namespace clew::symbolic
