#include "report/page.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <initializer_list>

#include "support/sha256.h"

extern "C" {
extern const char clewPageFrameBegin[], clewPageFrameEnd[];
extern const char clewPageStyleBegin[], clewPageStyleEnd[];
extern const char clewPageModelBegin[], clewPageModelEnd[];
extern const char clewPageLanesBegin[], clewPageLanesEnd[];
extern const char clewPageSourceBegin[], clewPageSourceEnd[];
extern const char clewPageStateBegin[], clewPageStateEnd[];
extern const char clewPageSectionsBegin[], clewPageSectionsEnd[];
extern const char clewPageChartsBegin[], clewPageChartsEnd[];
extern const char clewPageMainBegin[], clewPageMainEnd[];
}

namespace clew::report {

namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<size_t>(end - begin)}; }

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string base64(std::span<const uint8_t> bytes) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) group = group << 8 | (i + k < bytes.size() ? bytes[i + k] : 0u);
    for (size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
  }
  return text;
}

/// How a policy names a text that is allowed to be in the page.
std::string nameInPolicy(std::string_view text) {
  const auto hash = support::sha256({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  return fmt::format("'sha256-{}'", base64(hash));
}

}  // namespace

std::string_view pageStyle() { return between(clewPageStyleBegin, clewPageStyleEnd); }

std::string pathScript() {
  return joined({between(clewPageModelBegin, clewPageModelEnd), between(clewPageLanesBegin, clewPageLanesEnd),
                 between(clewPageSourceBegin, clewPageSourceEnd), between(clewPageChartsBegin, clewPageChartsEnd)});
}

std::string policyOf(const PageText& page) {
  // Nothing but our own script and style runs or is fetched, even if a text of the program were taken for markup.
  return fmt::format("default-src 'none'; script-src {}; style-src {}; {}base-uri 'none'; form-action 'none'",
                     nameInPolicy(page.script), nameInPolicy(page.style), page.morePolicy);
}

std::string filled(const PageText& page, std::string_view json, std::string_view title, std::string_view summary) {
  const std::string policy = policyOf(page);
  const std::array<std::pair<std::string_view, std::string_view>, 6> parts = {{{"@POLICY@", policy},
                                                                               {"@TITLE@", title},
                                                                               {"@STYLE@", page.style},
                                                                               {"@SUMMARY@", summary},
                                                                               {"@DATA@", json},
                                                                               {"@SCRIPT@", page.script}}};
  // In the order of the frame, each once, so that what is put in is never looked at again.
  std::string_view rest = page.frame;
  std::string text;
  for (const auto& [mark, content] : parts) {
    const size_t place = rest.find(mark);
    assert(place != std::string_view::npos);
    text += rest.substr(0, place);
    text += content;
    rest.remove_prefix(place + mark.size());
  }
  return text += rest;
}

std::string pageWith(std::string_view json, std::string_view title, std::string_view summary) {
  const PageText page = {
      between(clewPageFrameBegin, clewPageFrameEnd), std::string(pageStyle()),
      joined({pathScript(), between(clewPageStateBegin, clewPageStateEnd),
              between(clewPageSectionsBegin, clewPageSectionsEnd), between(clewPageMainBegin, clewPageMainEnd)}),
      ""};
  return filled(page, json, title, summary);
}

}  // namespace clew::report
