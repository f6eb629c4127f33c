#include "support/loopback.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace clew::support {

namespace {

Error errorOf(const std::string& what) { return {fmt::format("{}: {}", what, std::generic_category().message(errno))}; }

}  // namespace

Result<Listener> listenOnLoopback(uint16_t port, int backlog) {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.number() < 0) return errorOf("there is no socket to be had");
  // A server that has just ended does not keep its port from the next one; one that runs does.
  const int yes = 1;
  setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket.number(), generic, size) != 0 || listen(socket.number(), backlog) != 0 ||
      getsockname(socket.number(), generic, &size) != 0) {
    return errorOf(fmt::format("port {} cannot be listened on", port));
  }
  return Listener{std::move(socket), ntohs(address.sin_port)};
}

}  // namespace clew::support
