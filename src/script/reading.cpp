#include "script/reading.h"

#include <new>

namespace clew::script {

using support::Error;
using support::Result;

Result<std::unique_ptr<Reading>> Reading::start(const File& file, unsigned jobs, Budget budget) {
  if (file.chunks().empty()) return Error{"the script has no states"};
  const Metadata& metadata = file.metadata();
  // As much again for what is guessed by.
  if (2 * Graph::bytesFor(metadata.states, metadata.transitions) > budget.bytes) {
    return Error{"budget: the script is too large for this much memory"};
  }
  std::unique_ptr<Reading> reading(new Reading(file, budget));
  if (reading->graph_.isEmpty()) return Error{"budget: the script is too large for this much memory"};
  for (size_t chunk = 0; chunk < file.chunks().size(); ++chunk) {
    reading->graph_.setEnd(file.chunks()[chunk].first - 1, reading->transitionsBefore_[chunk]);
  }
  reading->graph_.setEnd(static_cast<StateId>(metadata.states), metadata.transitions);
  for (unsigned i = 0; i < jobs && i < file.chunks().size(); ++i) {
    reading->threads_.emplace_back([&whole = *reading] { whole.work(); });
  }
  return reading;
}

Reading::Reading(const File& file, Budget budget)
    : file_(file), graph_(file.metadata().states, file.metadata().transitions), errors_(file.chunks().size()) {
  uint64_t transitions = 0;
  for (const File::Chunk& chunk : file.chunks()) {
    progress_.emplace_back(budget.stop, &halt_);
    transitionsBefore_.push_back(transitions);
    transitions += chunk.transitions;
  }
}

Reading::~Reading() { halt_ = true; }

void Reading::work() {
  for (size_t chunk = next_++; chunk < progress_.size(); chunk = next_++) {
    uint64_t events = 0;
    try {
      errors_[chunk] = file_.read(chunk, {graph_, transitionsBefore_[chunk], progress_[chunk], events});
    } catch (const std::bad_alloc&) {  // what a chunk takes depends on what is in it
      errors_[chunk] = Error{"budget: there is no memory to read the script"};
    }
    progress_[chunk].end(events);
  }
}

}  // namespace clew::script
