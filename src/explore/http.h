// As much of HTTP/1.1 as one page needs that talks to its own server: requests with a length that is told before, and
// answers that are there as a whole. Whatever is not clearly a request is refused with a status; nothing is guessed,
// and nothing is longer than a limit that is known before it is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace clew::explore {

constexpr size_t kLongestHead = size_t{16} << 10;
constexpr size_t kLongestBody = size_t{1} << 20;
constexpr size_t kMostHeaders = 64;

struct Request {
  std::string method;
  std::string target;                                        // as it was sent, from the first slash on
  std::vector<std::pair<std::string, std::string>> headers;  // names in small letters
  std::string body;
  size_t bodyLength = 0;  // that the head promises
  bool keepsAlive = true;

  /// The value of a header; nothing if there is none, or more than one, which nobody means.
  std::optional<std::string_view> header(std::string_view name) const;
  bool hasHeader(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;  // more of them
};

/// Why bytes are not a request that is answered.
struct Refusal {
  int status;
  std::string why;
};

/// Where the head of a request ends, with the empty line; nothing if it has not come yet.
std::optional<size_t> endOfHead(std::string_view bytes);
/// Reads a whole head.
std::variant<Request, Refusal> parseHead(std::string_view head);

/// An answer as it is sent.
std::string textOf(const Response& response, bool keepsAlive);
/// One line of text that says what is wrong.
Response refusal(const Refusal& refusal);

}  // namespace clew::explore
