// The report as a page for the browser: one file that needs nothing else and fetches nothing. What it shows is one JSON
// text inside it; the page itself is in report/page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/json.h"
#include "report/samples.h"

namespace clew::report {

/// Writes the page; the file appears complete or not at all. It shows the close-ups of the answers.
std::optional<support::Error> writeHtml(const std::string& file, const JsonReport& report, const Samples& samples);

/// A text of any bytes as JSON inside an element of a page: it has no character that could end the element.
std::string insideElement(std::string_view json);

/// A text of any bytes as text of a page.
std::string asHtml(std::string_view text);

}  // namespace clew::report
