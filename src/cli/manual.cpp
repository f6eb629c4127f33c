// clew man: manual pages in roff. Everything in them comes from what also makes --help.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/described.h"
#include "property/property.h"
#include "support/version.h"

namespace clew::cli {

namespace {

/// A text that roff shows as it is.
std::string plain(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '\\') {
      shown += "\\e";
    } else if (c == '-') {
      shown += "\\-";
    } else if (c == '\'' || c == '`') {
      shown += c == '`' ? "\\(ga" : "\\(aq";
    } else if (c == '^') {
      shown += "\\(ha";
    } else if (c == '~') {
      shown += "\\(ti";
    } else {
      shown += c;
    }
  }
  // At the beginning of a line a dot would be a command.
  return shown.starts_with('.') ? "\\&" + shown : shown;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string upper(std::string_view text) {
  std::string shown(text);
  std::transform(shown.begin(), shown.end(), shown.begin(), [](unsigned char c) { return std::toupper(c); });
  return shown;
}

std::string heading(std::string_view page, std::string_view name, std::string_view about) {
  return fmt::format(".TH {} 1 \"\" \"clew {}\" \"Clew\"\n.SH NAME\n{} \\- {}\n", plain(upper(page)), support::kVersion,
                     plain(name), plain(about));
}

std::string valueOf(const Described& option) {
  if (option.choices.empty()) return slanted(option.value);
  std::string text;
  for (const std::string& choice : option.choices) text += (text.empty() ? "" : "|") + bold(choice);
  return text;
}

std::string paragraphOf(const Described& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += (names.empty() ? "" : ", ") + (option.isArgument ? slanted(name) : bold(name));
  }
  if (option.isArgument && option.isRepeated) names += "...";
  if (!option.isFlag && (!option.isArgument || !option.choices.empty())) names += " " + valueOf(option);
  std::string text = plain(option.text);
  if (!option.usual.empty()) text += fmt::format(" [{}]", plain(option.usual));
  return fmt::format(".TP\n{}\n{}\n", names, text);
}

std::string exampleLines(std::string_view examples) {
  std::string text = ".nf\n";
  for (const std::string& line : CLI::detail::split(std::string(examples), '\n')) {
    if (line.empty()) continue;
    text += plain(CLI::detail::trim_copy(line)) + "\n";
  }
  return text + ".fi\n";
}

std::string exitStatus() {
  return ".SH EXIT STATUS\n"
         "0 every property holds, 1 one is violated, 2 undecided, 3 wrong input or command line.\n";
}

std::string optionParagraphs(const DescribedVerb& verb) {
  std::string text;
  for (const Described& option : verb.options) text += paragraphOf(option);
  return text;
}

std::string synopsisOf(const DescribedVerb& verb) {
  std::string text = bold(fmt::format("clew {}", verb.verb.name)) + " [" + slanted("OPTION") + "]...";
  for (const Described& option : verb.options) {
    if (option.isArgument) text += " " + slanted(option.names.front()) + (option.isRepeated ? "..." : "");
  }
  return text;
}

}  // namespace

std::string manualPage(const DescribedVerb& verb) {
  const std::string page = fmt::format("clew-{}", verb.verb.name);
  return heading(page, page, verb.verb.summary) + ".SH SYNOPSIS\n" + synopsisOf(verb) + " [" + bold("--") + " " +
         slanted("FLAG") + "...]\n.SH DESCRIPTION\n" + plain(verb.about) +
         " What follows \\fB\\-\\-\\fR is given to clang.\n.SH OPTIONS\n" + optionParagraphs(verb) + ".SH EXAMPLES\n" +
         exampleLines(verb.verb.examples) + exitStatus() + ".SH SEE ALSO\n" + bold("clew") + "(1)\n";
}

std::string manualPage() {
  std::string text =
      heading("clew", "clew", "checks C and C++ programs: every schedule, every input") + ".SH SYNOPSIS\n" +
      bold("clew") + " " + slanted("VERB") + " [" + slanted("OPTION") + "]... [" + slanted("FILE") + "]... [" +
      bold("--") + " " + slanted("FLAG") + "...]\n.SH DESCRIPTION\n" +
      "Explores every schedule and every choice of input of a program with threads, and either shows a bug as a path "
      "that can be replayed, or says that there is none. The last line of the output is the verdict.\n.SH VERBS\n";
  std::string others;
  for (const Verb& verb : verbs()) {
    text += fmt::format(".TP\n{}\n{}\n", bold(verb.name), plain(verb.summary));
    others += fmt::format("{}{}(1)", others.empty() ? "" : ", ", bold(fmt::format("clew-{}", verb.name)));
  }
  text += fmt::format(".TP\n{}\n{}\n.SH PROPERTIES\n", bold("help"), "examples and options of a verb");
  for (const property::PropertyInfo& info : property::allProperties()) {
    text += fmt::format(".TP\n{}\n{}\n", bold(info.name), plain(info.meaning));
  }
  return text + exitStatus() + ".SH SEE ALSO\n" + others + "\n";
}

std::string manualPage(std::string_view program, std::string_view about, std::string_view examples,
                       const std::vector<DescribedVerb>& verbs) {
  std::string text = heading(program, program, about) + ".SH SYNOPSIS\n" + bold("mpirun") + " " + bold(program) + " " +
                     slanted("VERB") + " [" + slanted("OPTION") + "]... " + slanted("FILE") + "...\n.SH EXAMPLES\n" +
                     exampleLines(examples);
  for (const DescribedVerb& verb : verbs) {
    text += fmt::format(".SH OPTIONS OF {}\n{}", plain(upper(verb.verb.name)), optionParagraphs(verb));
  }
  return text + exitStatus() + ".SH SEE ALSO\n" + bold("clew") + "(1)\n";
}

int man(const CommandLine& line) {
  std::string name;
  std::vector<std::string> names;
  names.reserve(verbs().size());
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  CLI::App app("Prints the manual page of clew, or of one of its verbs, for man.");
  app.add_option("VERB", name, "the verb")->check(CLI::IsMember(names));
  if (const auto done = parse(app, "man", line)) return *done;
  if (name.empty()) {
    fmt::print("{}", manualPage());
    return 0;
  }
  const auto all = verbs();
  const auto verb = std::find_if(all.begin(), all.end(), [&](const Verb& each) { return each.name == name; });
  fmt::print("{}", manualPage(describeVerb(*verb, verb->run)));
  return 0;
}

}  // namespace clew::cli
