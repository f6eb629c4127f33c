#include "debug/terminal.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "debug/console.h"

namespace clew::debug {

namespace {

constexpr size_t kLongestLine = 64 << 10;

/// Whatever a program prints or is called, it does not steer the terminal.
std::string withoutControls(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    plain += byte >= 0x20 || c == '\n' || c == '\t' ? c : '?';
  }
  return plain;
}

/// Reads a line; one that is too long is cut.
bool readLine(std::istream& in, std::string& line) {
  line.clear();
  char c = 0;
  bool isRead = false;
  while (in.get(c)) {
    isRead = true;
    if (c == '\n') break;
    if (line.size() < kLongestLine) line += c;
  }
  return isRead;
}

}  // namespace

void converse(Debugger& debugger, std::istream& in, std::ostream& out, bool hasColour) {
  const std::string_view prompt = hasColour ? "\x1b[1m(clew)\x1b[0m " : "(clew) ";
  Console console(debugger);
  out << console.describe({});
  std::string last;
  std::string line;
  while (out << prompt << std::flush, readLine(in, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) line = last;
    last = line;
    const Console::Answer answer = console.execute(line);
    const bool isViolation = answer.stop && answer.stop->reason == Stop::Reason::Violation;
    const bool isMarked = hasColour && isViolation;
    out << (isMarked ? "\x1b[31m" : "") << withoutControls(answer.text) << (isMarked ? "\x1b[0m" : "");
    if (answer.quits) return;
  }
  out << "\n";
}

}  // namespace clew::debug
