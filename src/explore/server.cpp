#include "explore/server.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "support/loopback.h"

namespace clew::explore {

namespace {

using namespace std::chrono_literals;

constexpr size_t kMostConnections = 256;
constexpr int kBacklog = 2048;
constexpr int kTick = 200;      // milliseconds
constexpr auto kSilence = 60s;  // between two requests
constexpr auto kReading = 10s;  // for a whole request
constexpr auto kWriting = 20s;  // for a whole answer
constexpr auto kLeaving = 1s;   // for the other side to close
constexpr auto kFewest = 1s;    // for everybody, before somebody else may have the place

}  // namespace

void Server::Connection::enter(Phase next) {
  phase = next;
  since = Clock::now();
}

bool Server::Connection::isLate(Clock::time_point now) const {
  const auto passed = now - since;
  switch (phase) {
    case Phase::Silent: return passed > kSilence;
    case Phase::Reading: return passed > kReading;
    case Phase::Writing: return passed > kWriting;
    case Phase::Leaving: return passed > kLeaving;
  }
  return true;
}

bool Server::Connection::canMakeRoom(Clock::time_point now) const {
  return phase != Phase::Writing && now - since > kFewest;
}

support::Result<Server> Server::listen(uint16_t port) {
  auto listener = support::listenOnLoopback(port, kBacklog);
  if (!listener) return listener.error();
  listener->socket.makeNonBlocking();
  return Server(std::move(listener->socket), listener->port);
}

void Server::serve(const Answer& answer, const std::function<bool()>& goesOn) {
  while (goesOn()) {
    wait();
    for (Connection* connection : ready_) {
      if (connection->phase == Phase::Writing) {
        send(*connection);
      } else {
        receive(*connection);
      }
      while (connection->phase == Phase::Reading && advance(*connection, answer)) {
      }
    }
    const auto now = Clock::now();
    connections_.remove_if([&](const Connection& each) { return each.isOver || each.isLate(now); });
    if (hasNewcomers_) accept();
  }
}

void Server::wait() {
  std::vector<pollfd> all;
  all.reserve(connections_.size() + 1);
  // As long as nobody can make room, newcomers wait where they are.
  const bool isOpen = hasRoom();
  all.push_back({isOpen ? socket_.number() : -1, POLLIN, 0});
  for (const Connection& each : connections_) {
    all.push_back({each.socket.number(), static_cast<short>(each.phase == Phase::Writing ? POLLOUT : POLLIN), 0});
  }
  ready_.clear();
  hasNewcomers_ = false;
  if (poll(all.data(), all.size(), kTick) <= 0) return;
  hasNewcomers_ = all.front().revents != 0;
  size_t next = 1;
  for (Connection& each : connections_) {
    if (all[next++].revents != 0) ready_.push_back(&each);
  }
}

bool Server::hasRoom() const {
  if (connections_.size() < kMostConnections) return true;
  const auto now = Clock::now();
  return std::any_of(connections_.begin(), connections_.end(),
                     [&](const Connection& each) { return each.canMakeRoom(now); });
}

void Server::makeRoom() {
  const auto now = Clock::now();
  auto longest = connections_.end();
  for (auto each = connections_.begin(); each != connections_.end(); ++each) {
    if (each->canMakeRoom(now) && (longest == connections_.end() || each->since < longest->since)) longest = each;
  }
  if (longest != connections_.end()) connections_.erase(longest);
}

void Server::accept() {
  for (;;) {
    if (connections_.size() >= kMostConnections) makeRoom();
    if (connections_.size() >= kMostConnections) return;
    const int number = accept4(socket_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (number < 0) return;  // nobody else, or no descriptors for now
    connections_.emplace_back();
    connections_.back().socket = support::Descriptor(number);
  }
}

void Server::receive(Connection& connection) {
  std::array<char, 16384> bytes;
  const ssize_t count = recv(connection.socket.number(), bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    connection.isOver = true;
    return;
  }
  if (connection.phase == Phase::Leaving) return;
  if (connection.phase == Phase::Silent) connection.enter(Phase::Reading);
  connection.in.append(bytes.data(), static_cast<size_t>(count));
}

bool Server::advance(Connection& connection, const Answer& answer) {
  if (!connection.request) {
    const auto end = endOfHead(std::string_view(connection.in).substr(0, kLongestHead));
    if (!end) {
      if (connection.in.size() >= kLongestHead) respond(connection, refusal({431, "the head is too long"}), false);
      return false;
    }
    auto parsed = parseHead(std::string_view(connection.in).substr(0, *end));
    if (const auto* refused = std::get_if<Refusal>(&parsed)) {
      respond(connection, refusal(*refused), false);
      return false;
    }
    connection.in.erase(0, *end);
    connection.request = std::move(std::get<Request>(parsed));
  }
  Request& request = *connection.request;
  if (connection.in.size() < request.bodyLength) return false;
  request.body = connection.in.substr(0, request.bodyLength);
  connection.in.erase(0, request.bodyLength);
  const Response response = answer(request);
  const bool keepsAlive = request.keepsAlive;
  connection.request.reset();
  respond(connection, response, keepsAlive);
  return !connection.isOver;
}

void Server::respond(Connection& connection, const Response& response, bool keepsAlive) {
  connection.out = textOf(response, keepsAlive);
  connection.sent = 0;
  connection.keepsAlive = keepsAlive;
  connection.enter(Phase::Writing);
  send(connection);
}

void Server::send(Connection& connection) {
  while (connection.sent < connection.out.size()) {
    const ssize_t count = ::send(connection.socket.number(), connection.out.data() + connection.sent,
                                 connection.out.size() - connection.sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      connection.isOver = true;
      return;
    }
    connection.sent += static_cast<size_t>(count);
  }
  connection.out = {};
  if (connection.keepsAlive) return connection.enter(connection.in.empty() ? Phase::Silent : Phase::Reading);
  // The other side may still be sending. To close now would take the answer away from it.
  shutdown(connection.socket.number(), SHUT_WR);
  connection.in = {};
  connection.enter(Phase::Leaving);
}

}  // namespace clew::explore
