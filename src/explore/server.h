// A small server for one person on the same machine. One thread does everything: it waits for whichever connection has
// something to read or room to write, answers one request of each at a time, and gives each so much time and no more.
// There are only so many connections at once; others wait to be accepted, and who has been silent for longest makes
// room.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/http.h"
#include "support/descriptor.h"
#include "support/result.h"

namespace clew::explore {

class Server {
 public:
  using Answer = std::function<Response(const Request&)>;

  /// Listens on the loopback interface; port 0: on any that is free.
  static support::Result<Server> listen(uint16_t port);
  uint16_t port() const { return port_; }

  /// Answers requests as long as `goesOn` says so, which is asked several times a second.
  void serve(const Answer& answer, const std::function<bool()>& goesOn);

 private:
  using Clock = std::chrono::steady_clock;

  enum class Phase : uint8_t {
    Silent,   // nothing of a request has come
    Reading,  // a part of one has
    Writing,  // the answer is on its way
    Leaving   // the answer is out, and whatever still comes is thrown away
  };

  struct Connection {
    support::Descriptor socket;
    std::string in;
    std::string out;
    size_t sent = 0;
    std::optional<Request> request;  // whose body has not come yet
    Phase phase = Phase::Silent;
    Clock::time_point since = Clock::now();
    bool keepsAlive = false;
    bool isOver = false;

    void enter(Phase next);
    bool isLate(Clock::time_point now) const;
    /// Whether it may be closed for somebody who waits.
    bool canMakeRoom(Clock::time_point now) const;
  };

  Server(support::Descriptor socket, uint16_t port) : socket_(std::move(socket)), port_(port) {}

  void wait();
  void accept();
  /// Whether there is a place for one more, or somebody who may be closed for it.
  bool hasRoom() const;
  /// Closes whoever has been silent for longest.
  void makeRoom();
  static void receive(Connection& connection);
  /// Answers what has come, if that is a whole request; whether it was, and another one may be there.
  static bool advance(Connection& connection, const Answer& answer);
  static void respond(Connection& connection, const Response& response, bool keepsAlive);
  static void send(Connection& connection);

  support::Descriptor socket_;
  uint16_t port_;
  std::list<Connection> connections_;
  std::vector<Connection*> ready_;
  bool hasNewcomers_ = false;
};

}  // namespace clew::explore
