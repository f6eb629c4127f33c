#include "explore/http.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace clew::explore {

namespace {

constexpr std::string_view kLineEnd = "\r\n";

char smallLetter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Characters that names of methods and headers are made of.
bool isTokenCharacter(unsigned char c) {
  return std::isalnum(c) != 0 ||
         std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) != std::string_view::npos;
}

bool isToken(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter); }

/// Whether a text has no control characters, which could be taken for the end of a line by somebody.
bool isPlain(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7f; });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string inSmallLetters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), smallLetter);
  return small;
}

std::optional<Refusal> readFirstLine(std::string_view line, Request& request) {
  const size_t first = line.find(' ');
  const size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  if (second == std::string_view::npos) return Refusal{400, "this is not a request"};
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, second - first - 1);
  const std::string_view version = line.substr(second + 1);
  if (!isToken(method) || !isPlain(line)) return Refusal{400, "this is not a request"};
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return Refusal{505, "only HTTP/1.1 is spoken here"};
  if (!target.starts_with('/')) return Refusal{400, "the target is not a place of this server"};
  request.method = method;
  request.target = target;
  request.keepsAlive = version == "HTTP/1.1";
  return std::nullopt;
}

std::optional<Refusal> readHeader(std::string_view line, Request& request) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return Refusal{400, "a header has no name"};
  const std::string_view name = line.substr(0, colon);
  if (!isToken(name) || !isPlain(line)) return Refusal{400, "a header is malformed"};
  if (request.headers.size() == kMostHeaders) return Refusal{431, "there are too many headers"};
  request.headers.emplace_back(inSmallLetters(name), trimmed(line.substr(colon + 1)));
  return std::nullopt;
}

/// How long the body is and whether another request may follow.
std::optional<Refusal> settle(Request& request) {
  if (request.hasHeader("transfer-encoding")) return Refusal{411, "a body needs a length"};
  if (request.hasHeader("content-length")) {
    const auto length = request.header("content-length");
    constexpr size_t kMostDigits = 12;
    if (!length || length->empty() || length->size() > kMostDigits ||
        length->find_first_not_of("0123456789") != std::string_view::npos) {
      return Refusal{400, "the length of the body is not a number"};
    }
    request.bodyLength = std::stoull(std::string(*length));
    if (request.bodyLength > kLongestBody) return Refusal{413, "the body is too long"};
  }
  if (const auto connection = request.header("connection")) {
    if (inSmallLetters(*connection).find("close") != std::string::npos) request.keepsAlive = false;
  }
  return std::nullopt;
}

std::string_view nameOf(int status) {
  using Entry = std::pair<int, std::string_view>;
  constexpr std::array kNames = {Entry{200, "OK"},
                                 Entry{400, "Bad Request"},
                                 Entry{403, "Forbidden"},
                                 Entry{404, "Not Found"},
                                 Entry{405, "Method Not Allowed"},
                                 Entry{408, "Request Timeout"},
                                 Entry{411, "Length Required"},
                                 Entry{413, "Content Too Large"},
                                 Entry{415, "Unsupported Media Type"},
                                 Entry{422, "Unprocessable Content"},
                                 Entry{431, "Request Header Fields Too Large"},
                                 Entry{505, "HTTP Version Not Supported"}};
  const auto found =
      std::find_if(kNames.begin(), kNames.end(), [&](const Entry& entry) { return entry.first == status; });
  return found == kNames.end() ? "Error" : found->second;
}

}  // namespace

std::optional<std::string_view> Request::header(std::string_view name) const {
  std::optional<std::string_view> value;
  for (const auto& [each, text] : headers) {
    if (each != name) continue;
    if (value) return std::nullopt;
    value = text;
  }
  return value;
}

bool Request::hasHeader(std::string_view name) const {
  return std::any_of(headers.begin(), headers.end(), [&](const auto& header) { return header.first == name; });
}

std::optional<size_t> endOfHead(std::string_view bytes) {
  const size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return std::nullopt;
  return end + 4;
}

std::variant<Request, Refusal> parseHead(std::string_view head) {
  Request request;
  bool isFirst = true;
  while (!head.empty()) {
    const size_t end = head.find(kLineEnd);
    if (end == std::string_view::npos) return Refusal{400, "this is not a request"};
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + kLineEnd.size());
    if (line.empty() && !isFirst) break;
    if (const auto refused = isFirst ? readFirstLine(line, request) : readHeader(line, request)) return *refused;
    isFirst = false;
  }
  if (const auto refused = settle(request)) return *refused;
  return request;
}

std::string textOf(const Response& response, bool keepsAlive) {
  // Nobody else may keep, frame, guess at or be told about what is said here.
  std::string text = fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: {}\r\nCache-Control: no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n",
      response.status, nameOf(response.status), response.type, response.body.size(),
      keepsAlive ? "keep-alive" : "close");
  for (const auto& [name, value] : response.headers) text += fmt::format("{}: {}\r\n", name, value);
  text += kLineEnd;
  return text += response.body;
}

Response refusal(const Refusal& refusal) {
  Response response{refusal.status, "text/plain; charset=utf-8", refusal.why + "\n", {}};
  if (refusal.status == 405) response.headers.emplace_back("Allow", "GET, POST");
  return response;
}

}  // namespace clew::explore
