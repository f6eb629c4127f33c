// clew completion: a script that teaches a shell the verbs, their options and the values of these. The scripts know all
// of it when they are written, so that a shell need not ask clew at every key.
#include <fmt/format.h>

#include <algorithm>

#include "cli/described.h"

namespace clew::cli {

namespace {

constexpr size_t kLongestText = 70;

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(words, between));
}

/// The beginning of a description, which a shell shows on one line.
std::string brief(const std::string& text) {
  if (text.size() <= kLongestText) return text;
  const size_t blank = text.rfind(' ', kLongestText);
  return text.substr(0, blank == std::string::npos ? kLongestText : blank) + " ...";
}

std::vector<std::string> optionNames(const DescribedVerb& verb) {
  std::vector<std::string> names;
  for (const Described& option : verb.options) {
    if (!option.isArgument) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> verbNames(const std::vector<DescribedVerb>& verbs) {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const DescribedVerb& verb : verbs) names.emplace_back(verb.verb.name);
  return names;
}

// ---- bash ----

std::string bashAction(const Described& option) {
  if (!option.choices.empty()) return fmt::format("_clew_words '{}'", joined(option.choices));
  if (option.isFolder) return "_clew_folders";
  if (option.isFile) return "_clew_files " + joined(option.extensions);
  return ":";
}

constexpr std::string_view kBashBegin = R"(# Completion of clew for bash, written by: clew completion bash
_clew_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_clew_folders() { mapfile -t COMPREPLY < <(compgen -d -- "$word"); }
# Files with these endings and folders; all files where there are none.
_clew_files() {
  local ending
  COMPREPLY=()
  for ending; do
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X "!*$ending" -- "$word")
  done
  mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$word")
  ((${#COMPREPLY[@]})) || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
_clew() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} i
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} != -- ]] || { _clew_files; return; } # clang's flags
  done
  # bash makes three words of --option=value
  [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}
  [[ $word != = ]] || word=
)";

std::string bashScript(const std::vector<DescribedVerb>& verbs) {
  std::string text(kBashBegin);
  const std::string names = joined(verbNames(verbs));
  text += fmt::format("  ((COMP_CWORD > 1)) || {{ _clew_words '{} help'; return; }}\n", names);
  text += "  case \"$verb $before\" in\n";
  text += fmt::format("    'help help') _clew_words '{}'; return ;;\n", names);
  for (const DescribedVerb& verb : verbs) {
    for (const Described& option : verb.options) {
      if (option.isArgument || option.isFlag) continue;
      std::string patterns;
      for (const std::string& name : option.names) {
        patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", verb.verb.name, name);
      }
      text += fmt::format("    {}) {}; return ;;\n", patterns, bashAction(option));
    }
    const auto first = std::find_if(verb.options.begin(), verb.options.end(),
                                    [](const Described& option) { return option.isArgument; });
    if (first != verb.options.end() && !first->choices.empty()) {
      text += fmt::format("    '{} {}') [[ $word == -* ]] || {{ {}; return; }} ;;\n", verb.verb.name, verb.verb.name,
                          bashAction(*first));
    }
  }
  text += "  esac\n  case \"$verb $word\" in\n";
  for (const DescribedVerb& verb : verbs) {
    text += fmt::format("    '{} -'*) _clew_words '{}' ;;\n", verb.verb.name, joined(optionNames(verb)));
    for (const Described& option : verb.options) {
      if (!option.isArgument || !option.isFile) continue;
      text += fmt::format("    '{} '*) {} ;;\n", verb.verb.name, bashAction(option));
      break;
    }
  }
  return text + "  esac\n}\ncomplete -o filenames -F _clew clew\n";
}

// ---- zsh ----

/// A text inside of single quotes.
std::string inQuotes(std::string_view text) {
  std::string shown;
  for (const char c : text) shown += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return shown;
}

/// A description inside of an argument of _arguments.
std::string zshText(const std::string& text) {
  std::string shown;
  for (const char c : brief(text)) {
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) shown += '\\';
    shown += c;
  }
  return inQuotes(shown);
}

std::string zshAction(const Described& option) {
  if (!option.choices.empty()) return fmt::format("({})", joined(option.choices));
  if (option.isFolder) return "_files -/";
  if (!option.isFile) return " ";
  if (option.extensions.empty()) return "_files";
  std::string endings;
  for (const std::string& each : option.extensions) endings += (endings.empty() ? "" : "|") + each.substr(1);
  return fmt::format("_files -g \"*.({})\"", endings);
}

std::string zshArgument(const Described& option) {
  if (option.isArgument) {
    return fmt::format("    '{}:{}:{}' \\\n", option.isRepeated ? "*" : "", option.names.front(), zshAction(option));
  }
  std::string text;
  for (const std::string& name : option.names) {
    const std::string repeated = option.isRepeated ? "*" : "";
    if (option.isFlag) {
      text += fmt::format("    '{}[{}]' \\\n", name, zshText(option.text));
      continue;
    }
    const std::string joint = name.starts_with("--") ? "=" : "+";
    text += fmt::format("    '{}{}{}[{}]:{}:{}' \\\n", repeated, name, joint, zshText(option.text),
                        zshText(option.value), zshAction(option));
  }
  return text;
}

std::string zshScript(const std::vector<DescribedVerb>& verbs) {
  std::string text =
      "#compdef clew\n# Completion of clew for zsh, written by: clew completion zsh\n"
      "_clew() {\n  local -a verbs=(\n";
  for (const DescribedVerb& verb : verbs) {
    text += fmt::format("    '{}:{}'\n", verb.verb.name, zshText(std::string(verb.verb.summary)));
  }
  text +=
      "    'help:examples and options of a verb'\n  )\n"
      "  if ((CURRENT == 2)); then\n    _describe verb verbs\n    return\n  fi\n"
      "  if ((${words[(I)--]} > 0 && ${words[(I)--]} < CURRENT)); then\n    _files\n    return\n  fi\n"
      "  local verb=$words[2]\n  shift words\n  ((CURRENT--))\n  case $verb in\n"
      "  help) _describe verb verbs ;;\n";
  for (const DescribedVerb& verb : verbs) {
    text += fmt::format("  {})\n    _arguments \\\n", verb.verb.name);
    for (const Described& option : verb.options) text += zshArgument(option);
    text += "    && return ;;\n";
  }
  return text + "  esac\n}\nif [[ $funcstack[1] == _clew ]]; then _clew \"$@\"; else compdef _clew clew; fi\n";
}

// ---- fish ----

std::string fishText(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '\\' || c == '\'') shown += '\\';
    shown += c;
  }
  return shown;
}

std::string fishAction(const Described& option) {
  if (option.isFlag) return "";
  if (!option.choices.empty()) return fmt::format(" -x -a '{}'", joined(option.choices));
  if (option.isFolder) return " -x -a '(__fish_complete_directories)'";
  if (!option.isFile) return " -x";
  if (option.extensions.empty()) return " -r -F";
  std::string calls;
  for (const std::string& each : option.extensions)
    calls += fmt::format("{}(__fish_complete_suffix {})", calls.empty() ? "" : " ", each);
  // The last one also has all other files behind those that fit.
  return fmt::format(" -x -a '{}'", calls);
}

std::string fishScript(const std::vector<DescribedVerb>& verbs) {
  std::string text =
      "# Completion of clew for fish, written by: clew completion fish\n"
      "complete -c clew -n __fish_use_subcommand -f\n";
  for (const DescribedVerb& verb : verbs) {
    text += fmt::format("complete -c clew -n __fish_use_subcommand -a {} -d '{}'\n", verb.verb.name,
                        fishText(verb.verb.summary));
  }
  text += "complete -c clew -n __fish_use_subcommand -a help -d 'examples and options of a verb'\n";
  text += fmt::format("complete -c clew -n '__fish_seen_subcommand_from help' -x -a '{}'\n", joined(verbNames(verbs)));
  for (const DescribedVerb& verb : verbs) {
    for (const Described& option : verb.options) {
      text += fmt::format("complete -c clew -n '__fish_seen_subcommand_from {}'", verb.verb.name);
      for (const std::string& name : option.names) {
        if (option.isArgument) break;
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      const std::string about = option.isArgument ? "" : fmt::format(" -d '{}'", fishText(brief(option.text)));
      text += fishAction(option) + about + "\n";
    }
  }
  return text;
}

}  // namespace

int completion(const CommandLine& line) {
  std::string shell;
  CLI::App app("Prints a script that completes verbs, options, values and files in a shell.");
  app.add_option("SHELL", shell, "the shell")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  if (const auto done = parse(app, "completion", line)) return *done;
  const std::vector<DescribedVerb> verbs = describeVerbs();
  fmt::print("{}", shell == "bash" ? bashScript(verbs) : shell == "zsh" ? zshScript(verbs) : fishScript(verbs));
  return 0;
}

}  // namespace clew::cli
