// Who may talk to the explorer: a page that was opened with the address that clew printed, and nobody else. Other pages
// in the same browser can send requests to this server, too; they do not know the token, and the browser says of them
// where they come from. A name that somebody lets point to this machine is no name of ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "explore/http.h"

namespace clew::explore {

/// A new token, which nobody can guess.
std::string newToken();

/// Whether two texts are equal, in a time that does not depend on where they differ.
bool areEqual(std::string_view a, std::string_view b);

class Guard {
 public:
  Guard(std::string token, uint16_t port);

  /// Where the page is.
  std::string address() const;
  /// Why a request is not answered; nothing if it is.
  std::optional<Refusal> refuse(const Request& request) const;
  /// What an accepted request asks for: its target without the token.
  std::string_view resource(const Request& request) const;

 private:
  bool isOurs(std::string_view host) const;

  std::string token_;
  std::string port_;
};

}  // namespace clew::explore
