// What every rank of a job tells all others again and again: how far it is, what it has sent and received, what it
// wants. All of it is added up by one reduction that goes on in the background, so everybody learns the
// same at the same beat, and everybody decides the same: that the search is over, that it is time for a checkpoint,
// that somebody has found a violation. There is no coordinator.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace clew::distributed {

struct Pulse {
  uint64_t busy = 0;      // has something to expand, or waits to learn whether it has
  uint64_t sent = 0;      // messages that can give somebody something to do
  uint64_t received = 0;  // the same
  uint64_t sentAll = 0;   // all messages
  uint64_t receivedAll = 0;
  uint64_t quiet = 0;       // has stopped for a checkpoint, and nobody owes it an answer
  uint64_t written = 0;     // has written its part of the checkpoint
  uint64_t ending = 0;      // knows that the search is over, and sends nothing any more
  uint64_t found = 0;       // a violation, or something that could not be executed
  uint64_t stopped = 0;     // was asked to stop from outside
  uint64_t failed = 0;      // there is no room, or the disk has failed
  uint64_t generation = 0;  // of the checkpoint that is wanted; by the first rank alone
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t passed = 0;
  uint64_t frontier = 0;
  uint64_t bytes = 0;

  using Words = std::array<uint64_t, 17>;
  Words words() const { return std::bit_cast<Words>(*this); }
  static Pulse of(const Words& words) { return std::bit_cast<Pulse>(words); }
};

}  // namespace clew::distributed
