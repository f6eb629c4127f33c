// The page for the browser, without what it shows. Its parts travel inside the executable.
#pragma once

#include <string>
#include <string_view>

namespace clew::report {

/// A page that is not filled yet: a frame with marks, and what it is made of.
struct PageText {
  std::string_view frame;
  std::string style;
  std::string script;
  std::string morePolicy;  // what else it may do, each with a semicolon and a space behind
};

/// The page with this JSON text inside; `summary` is what is said where no script may run.
std::string filled(const PageText& page, std::string_view json, std::string_view title, std::string_view summary);
/// What the page may do, as browsers are told.
std::string policyOf(const PageText& page);

/// How all our pages look.
std::string_view pageStyle();
/// What pages have in common that show a path: its steps in lanes, the source, charts.
std::string pathScript();

/// The report's page with this JSON text inside; `summary` is what is said where no script may run.
std::string pageWith(std::string_view json, std::string_view title, std::string_view summary);

}  // namespace clew::report
