#include "explore/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "explore/page.h"
#include "report/html.h"
#include "support/version.h"

namespace clew::explore {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr size_t kLongestPath = 200'000;
/// For one answer as a whole, in seconds, and for those parts of it that can be left out.
constexpr double kPatience = 5;
constexpr auto kLookingAhead = 1500ms;
constexpr double kPatienceAhead = 0.7;  // for one choice
constexpr auto kWay = 1500ms;
constexpr size_t kLongestWay = 500;
constexpr size_t kMostLookedAt = 32;
constexpr size_t kMostChoices = 1000;
constexpr size_t kMostEffects = 12;
constexpr size_t kMostSeen = 100'000;
constexpr const char* kLate = "this takes longer than people wait: the program goes on without a choice";

report::RecordOptions closely(report::RecordOptions options, support::Deadline& deadline) {
  constexpr size_t kLinesOfStep = 200;
  options.keepMoments = true;
  options.linesPerStep = kLinesOfStep;
  options.stop = &deadline.flag();
  deadline.begin(kPatience);  // it begins when the session is made
  return options;
}

/// A text or a number of a request; nothing if it has none, or something else.
std::optional<std::string> textIn(const Json& body, const char* name) {
  const auto place = body.find(name);
  if (place == body.end() || !place->is_string()) return std::nullopt;
  return place->get<std::string>();
}

uint64_t numberIn(const Json& body, const char* name, uint64_t otherwise) {
  const auto place = body.find(name);
  return place != body.end() && place->is_number_unsigned() ? place->get<uint64_t>() : otherwise;
}

Response jsonResponse(const Json& json, int status = 200) {
  return {status, "application/json", json.dump(-1, ' ', false, Json::error_handler_t::replace), {}};
}

/// What was sent may be long, and a complaint may repeat it.
Response complaint(int status, const std::string& why) {
  constexpr size_t kLongest = 400;
  return jsonResponse({{"error", why.size() > kLongest ? why.substr(0, kLongest) + "..." : why}}, status);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

Explorer::Explorer(Subject subject, Decide decide)
    : subject_(std::move(subject)),
      session_(subject_.program, closely(subject_.options, deadline_)),
      sources_(subject_.program, subject_.files),
      state_(session_, sources_),
      background_(std::move(decide), subject_.mostBytes),
      isLate_(deadline_.end()) {
  map_.note(session_, true);
}

support::Result<bool> Explorer::begin(const machine::Path& path) {
  begin_ = path.text();
  if (isLate_) return support::Error{kLate};
  return go(path, kPatience);
}

Response Explorer::answer(const Request& request, std::string_view resource) {
  if (request.method == "GET") {
    if (resource.empty()) return page();
    if (resource == "search") return jsonResponse(background_.progress());
    if (resource == "map") return jsonResponse(map_.json());
    return complaint(404, "there is nothing at this address");
  }
  const Json body = Json::parse(request.body, nullptr, false);
  if (!body.is_object()) return complaint(400, "the request is not a JSON object");
  const Answered answered = act(resource, body);
  if (!answered) return complaint(422, answered.error().message);
  if (answered->is_null()) return complaint(404, "there is nothing at this address");
  return jsonResponse(*answered);
}

Explorer::Answered Explorer::act(std::string_view resource, const Json& body) {
  if (resource == "go") return goTo(body);
  if (resource == "parts") return parts(body);
  if (resource == "compare") return compare(body);
  if (resource == "search") return search(body);
  if (resource == "stop") {
    background_.stop();
    return background_.progress();
  }
  return Json(nullptr);
}

Response Explorer::page() {
  const Json json = {
      {"clew", support::kVersion},
      {"files", joined(subject_.files)},
      {"program", subject_.program.contentHash},
      {"path", begin_},
      {"commands",
       {{"replay", subject_.command("replay", "@PATH@")}, {"explore", subject_.command("explore", "@PATH@")}}},
      {"sources", Json::array()},
      {"samples", Json::array()}};
  const std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  const std::string files = report::asHtml(joined(subject_.files));
  Response response{200, "text/html; charset=utf-8", explorerPage(report::insideElement(text), files), {}};
  response.headers.emplace_back("Content-Security-Policy", explorerPolicy() + "; frame-ancestors 'none'");
  return response;
}

support::Result<bool> Explorer::go(const machine::Path& path, double seconds) {
  const machine::Path before = session_.path();
  deadline_.begin(seconds);
  auto gone = session_.go(path);
  const bool isLate = deadline_.end();
  if (!gone || !isLate) return gone;
  // The machine may stand anywhere now.
  if (before != path) (void)go(before, kPatience);
  return support::Error{kLate};
}

support::Result<bool> Explorer::goToNamed(const Json& body, const char* name) {
  const auto text = textIn(body, name);
  if (!text) return support::Error{fmt::format("the request has no path '{}'", name)};
  const auto path = machine::Path::parse(*text, kLongestPath);
  if (!path) return path.error();
  return go(*path, kPatience);
}

std::optional<uint32_t> Explorer::stateAt(const machine::Path& path, bool mayGo) {
  const std::string text = path.text();
  const auto place = seen_.find(text);
  if (place != seen_.end()) return place->second;
  if (session_.path() != path && (!mayGo || !go(path, kPatience))) return std::nullopt;
  map_.note(session_, true);
  return seen_.emplace(text, session_.stateNumber()).first->second;
}

void Explorer::noteWay() {
  const machine::Path path = session_.path();
  const auto end = Clock::now() + kWay;
  if (seen_.size() > kMostSeen) seen_.clear();
  std::optional<uint32_t> before;
  machine::Path part;
  for (size_t i = 0; i <= path.size(); ++i) {
    if (i > 0) part.push(path[i - 1]);
    const bool isLast = i == path.size();
    if (path.size() - i > kLongestWay) continue;
    const auto state = stateAt(part, isLast || Clock::now() < end);
    if (before && state) map_.connect(*before, path[i - 1], *state);
    before = state;
  }
  if (session_.path() != path) (void)go(path, kPatience);
}

Explorer::Answered Explorer::goTo(const Json& body) {
  if (const auto gone = goToNamed(body, "path"); !gone) return gone.error();
  noteWay();
  Json ahead = choices();
  ++generation_;
  const report::Trace& trace = session_.trace();
  const std::string path = session_.path().text();
  Json json = {{"generation", generation_},
               {"path", path},
               {"choicesMade", session_.path().size()},
               {"state", session_.stateNumber()},
               {"standing", nameOf(session_.standing().kind)},
               {"text", session_.standing().text},
               {"choices", std::move(ahead)},
               {"choiceSteps", trace.choiceSteps},
               {"trace", report::pageTrace(trace, subject_.command("replay", path), sources_)},
               {"mapVersion", map_.version()}};
  json.update(state_.state());
  json["sourcesVersion"] = sources_.version();
  if (numberIn(body, "sources", 0) != sources_.version()) json["sources"] = sources_.json();
  return json;
}

Json Explorer::choices() {
  const machine::Path path = session_.path();
  const uint32_t state = session_.stateNumber();
  const uint32_t steps = session_.trace().steps;
  const uint32_t count = session_.choiceCount();
  const auto end = Clock::now() + kLookingAhead;
  Json list = Json::array();
  for (const inspect::Choice& choice : session_.choices(kMostChoices)) {
    Json json = {{"number", choice.number},
                 {"thread", choice.threadName},
                 {"place", sources_.place(choice.location)},
                 {"source", choice.source}};
    machine::Path next = path;
    next.push(choice.number);
    const bool isLookedAt = list.size() < kMostLookedAt && Clock::now() < end && go(next, kPatienceAhead);
    if (isLookedAt) {
      map_.note(session_, false);
      map_.connect(state, choice.number, session_.stateNumber());
      json.update(outlook(choice, session_.trace().threads, steps));
    }
    list.push_back(std::move(json));
  }
  (void)go(path, kPatience);
  return {{"list", std::move(list)}, {"count", count}};
}

/// The session is where the choice leads.
Json Explorer::outlook(const inspect::Choice& choice, const std::vector<report::TraceThread>& threads, uint32_t steps) {
  Json effects = Json::array();
  size_t count = 0;
  for (const report::TraceLine& line : session_.trace().lines) {
    if (line.step <= steps) continue;
    for (const std::string& effect : line.effects) {
      if (++count > kMostEffects) continue;
      const std::string& name = threads[line.thread].name;
      effects.push_back(name == choice.threadName ? effect : fmt::format("{} {}", name, effect));
    }
  }
  return {{"effects", std::move(effects)},
          {"effectCount", count},
          {"state", session_.stateNumber()},
          {"visited", map_.isVisited(session_.stateNumber())},
          {"standing", nameOf(session_.standing().kind)},
          {"text", session_.standing().text}};
}

Explorer::Answered Explorer::parts(const Json& body) {
  if (numberIn(body, "generation", 0) != generation_) return support::Error{"this is another state by now"};
  const auto count = static_cast<uint32_t>(std::min<uint64_t>(numberIn(body, "count", 100), 1000));
  const uint64_t first = numberIn(body, "first", 0);
  if (first > UINT32_MAX) return support::Error{"there is no such variable"};
  auto parts = state_.parts(numberIn(body, "id", UINT64_MAX), static_cast<uint32_t>(first), count);
  if (!parts) return support::Error{"there is no such variable"};
  return std::move(*parts);
}

Explorer::Answered Explorer::compare(const Json& body) {
  const machine::Path before = session_.path();
  const auto first = goToNamed(body, "first");
  if (!first) return first.error();
  const Portrait one = portraitOf(session_);
  const auto second = goToNamed(body, "second");
  const Portrait other = portraitOf(session_);
  // Whoever stands there goes on from where they were; the numbers of variables are still right.
  if (const auto back = go(before, kPatience); !back) return back.error();
  if (!second) return second.error();
  return differences(one, other);
}

Explorer::Answered Explorer::search(const Json& body) {
  const auto kind = textIn(body, "kind");
  if (kind == "whole") {
    background_.startWhole();
  } else if (kind == "next") {
    const machine::Path before = session_.path();
    const auto gone = goToNamed(body, "path");
    if (!gone) return gone.error();
    const machine::Path from = session_.path();
    const bool isOpen = session_.standing().kind == inspect::Standing::Kind::Open;
    if (const auto back = go(before, kPatience); !back) return back.error();
    background_.startNext(from, isOpen);
  } else {
    return support::Error{"the kind of a search is whole or next"};
  }
  return background_.progress();
}

}  // namespace clew::explore
