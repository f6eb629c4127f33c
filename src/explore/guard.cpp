#include "explore/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cstdlib>

namespace clew::explore {

namespace {

constexpr size_t kTokenBytes = 16;

}  // namespace

std::string newToken() {
  std::array<uint8_t, kTokenBytes> bytes{};
  // So few bytes come as a whole or not at all, and without them there is no secret to keep.
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
  std::string token;
  for (const uint8_t byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool areEqual(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;  // how long a token is everybody may know
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

Guard::Guard(std::string token, uint16_t port) : token_(std::move(token)), port_(std::to_string(port)) {}

std::string Guard::address() const { return fmt::format("http://127.0.0.1:{}/{}/", port_, token_); }

bool Guard::isOurs(std::string_view host) const { return host == "127.0.0.1:" + port_ || host == "localhost:" + port_; }

std::optional<Refusal> Guard::refuse(const Request& request) const {
  const auto host = request.header("host");
  if (!host || !isOurs(*host)) return Refusal{403, "this server has another name"};
  constexpr std::string_view kScheme = "http://";
  if (request.hasHeader("origin")) {
    const auto origin = request.header("origin");
    if (!origin || !origin->starts_with(kScheme) || !isOurs(origin->substr(kScheme.size()))) {
      return Refusal{403, "pages of others are not answered"};
    }
  }
  if (request.hasHeader("sec-fetch-site")) {
    const auto site = request.header("sec-fetch-site");
    if (!site || (*site != "same-origin" && *site != "none")) return Refusal{403, "pages of others are not answered"};
  }
  const std::string_view target = request.target;
  const size_t end = target.find('/', 1);
  const std::string_view token = target.substr(1, end == std::string_view::npos ? end : end - 1);
  if (!areEqual(token, token_)) return Refusal{403, "the address needs the token that clew explore printed"};
  if (request.method != "GET" && request.method != "POST") return Refusal{405, "only GET and POST are answered"};
  // A form of another page cannot send this without asking first.
  if (request.method == "POST" && !request.header("content-type").value_or("").starts_with("application/json")) {
    return Refusal{415, "a request is JSON"};
  }
  if (end == std::string_view::npos) return Refusal{404, "the address ends with a slash"};
  return std::nullopt;
}

std::string_view Guard::resource(const Request& request) const {
  return std::string_view(request.target).substr(token_.size() + 2);
}

}  // namespace clew::explore
