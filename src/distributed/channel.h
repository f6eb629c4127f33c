// Messages between the ranks of a job. Nobody else knows that there is MPI.
//
// Nothing here waits for ever: whoever waits for others does so for a limited time, and after that the channel is
// broken and stays so. Then the process can still say what it knows, but not together with the others.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "distributed/pulse.h"

namespace clew::distributed {

struct Message {
  unsigned from;
  unsigned kind;
  std::span<const uint8_t> bytes;  // valid until the next one is received
};

class Channel {
 public:
  using Clock = std::chrono::steady_clock;

  /// Joins the job that this process was started for.
  Channel(int& argc, char**& argv);
  /// Leaves it, unless the channel is broken: then nobody would answer.
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  unsigned rank() const { return rank_; }
  unsigned size() const { return size_; }
  /// How many of them are on this machine.
  unsigned sizeHere() const { return sizeHere_; }

  /// How long others may be silent when mpirun is about to kill this rank.
  static constexpr std::chrono::milliseconds kFarewell{600};
  /// How long they may be otherwise.
  void setPatience(std::chrono::duration<double> patience) { patience_ = patience; }
  std::chrono::duration<double> patience() const { return patience_; }
  bool isBroken() const { return broken_; }
  void breakOff() { broken_ = true; }

  /// Sends a message. Messages from one rank to another arrive in the order in which they were sent.
  void send(unsigned to, unsigned kind, std::vector<uint8_t> bytes);
  /// The next one that has arrived.
  std::optional<Message> receive();
  /// An empty buffer, with the memory of one that was sent.
  std::vector<uint8_t> buffer();

  uint64_t sent() const { return sent_; }
  uint64_t received() const { return received_; }
  uint64_t sentBytes() const { return sentBytes_; }

  /// Whether a beat is under way to which this rank has given its pulse.
  bool isBeating() const;
  void beginBeat(const Pulse& pulse);
  /// The pulse of all, once everybody has given theirs.
  std::optional<Pulse> finishBeat();

  // ---- what all ranks do at the same time, apart from messages and beats ----

  /// What the first rank has, for all. Waits so many seconds for it.
  std::vector<uint8_t> broadcast(std::vector<uint8_t> bytes, double seconds);
  /// What everybody has, for the first rank, by rank; nothing for the others.
  std::vector<std::vector<uint8_t>> gather(std::span<const uint8_t> bytes);

 private:
  struct Requests;  // MPI's

  bool announce();
  bool await(double seconds);
  bool sendWhole(unsigned to, std::span<const uint8_t> bytes);
  bool receiveWhole(unsigned from, std::vector<uint8_t>& bytes);

  std::unique_ptr<Requests> requests_;
  unsigned rank_ = 0;
  unsigned size_ = 1;
  unsigned sizeHere_ = 1;
  std::chrono::duration<double> patience_{60};
  bool broken_ = false;
  std::vector<uint8_t> incoming_;
  std::vector<std::vector<uint8_t>> spare_;
  uint64_t sent_ = 0;
  uint64_t received_ = 0;
  uint64_t sentBytes_ = 0;
};

}  // namespace clew::distributed
