// A port of this machine that nobody else can reach.
#pragma once

#include <cstdint>

#include "support/descriptor.h"
#include "support/result.h"

namespace clew::support {

struct Listener {
  Descriptor socket;
  uint16_t port = 0;
};

/// Listens on the loopback interface, port 0: on any that is free; at most so many wait to be accepted.
Result<Listener> listenOnLoopback(uint16_t port, int backlog);

}  // namespace clew::support
