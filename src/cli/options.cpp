#include "cli/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>

#include "cli/compile_commands.h"
#include "cli/settings.h"
#include "support/text_file.h"

namespace clew::cli {

namespace {

bool complains = true;

constexpr int kMostWorkers = 256;
constexpr uint64_t kLargestInput = uint64_t{16} << 20;

constexpr std::array kVerbs = {
    Verb{"check", "explore every schedule and every input, and decide",
         "  clew check philosophers.c                    all properties, depth first\n"
         "  clew check --search bfs queue.c main.c       a shortest counterexample; several files\n"
         "  clew check large.c --jobs 4                  four workers\n"
         "  clew check table.c --search beam --heuristic lock-order  deadlocks first\n"
         "  clew check table.c --search best             where many threads wait first; it still proves\n"
         "  clew check large.c --search bfs --store strict --store-dir run --memory-limit 1G  states on disk\n"
         "  clew check large.c --search bfs --store strict --store-dir run --resume  go on after any end\n"
         "  clew check prog.c --property assert,deadlock --json report.json\n"
         "  clew check prog.c --html report.html         a page to step through a violation in the browser\n"
         "  clew check task.yml                          a task of SV-COMP, every property it lists\n"
         "  clew check prog.c --property-file unreach-call.prp\n"
         "  clew check prog.c --spec mutex.spc           automata that watch the program\n"
         "  clew check prog.c --arg 3 -- -DN=5 -Iinclude  argv[1] is 3; clang's flags after --\n"
         "  clew check -p build --entry test_put         what test_put needs, by compile_commands.json\n"
         "  clew check                                   what clew.toml says\n"
         "  clew check prog.c --stdin '3 4'              what the program reads from standard input\n"
         "  clew check prog.c --engine symbolic --unwind 50  inputs as symbols; for programs with "
         "__VERIFIER_nondet_int()\n"
         "  clew check prog.c --engine auto --test-case test.c  and a violation as a C file that fails natively\n"
         "  clew check prog.c --invariant 'count <= 5'   C expressions over globals, in every state\n"
         "  clew check prog.c --next 'x == 5 -> next(x) == 8'  and on every transition\n"
         "  clew check prog.c --script prog.clew         a certificate, for clew certify\n"
         "  clew check prog.c --format sarif=prog.sarif --format github  for editors, and for GitHub\n"
         "  clew check prog.c --format witness=witness.yml  a witness of SV-COMP\n"
         "  clew check prog.c --witness-in witness.yml   is it one? Looks for a run that follows it\n"
         "  clew check prog.c --range 2/3                the second of three parts, for three machines\n"
         "  clew check prog.c --from 0x3.1 --to 1        only the paths in between\n",
         check},
    Verb{"run", "execute one path and print what the program prints",
         "  clew run prog.c                              the first choice everywhere\n"
         "  clew run prog.c --seed 7                     random choices, the same for the same seed\n"
         "  clew run prog.c --path 0x3.1                 the given choices, then the first everywhere\n",
         run},
    Verb{"replay", "show a counterexample again, step by step",
         "  clew replay prog.c --path 0x3.1.2            the path that clew check printed\n"
         "  clew replay report.json                      the counterexample of clew check --json\n"
         "  clew replay report.json --html page.html     the same as a page for the browser\n",
         replay},
    Verb{"debug", "step through a counterexample, forwards and backwards",
         "  clew debug prog.c                            looks for a violation, and is at the beginning of its path\n"
         "  clew debug prog.c --path 0x3.1.2             the path that clew check printed\n"
         "  clew debug report.json                       the counterexample of clew check --json\n"
         "  clew debug prog.c --live                     no path: choose who goes on\n"
         "  clew debug --dap                             for editors: the Debug Adapter Protocol\n"
         "  clew debug prog.c --port 4711                the same on a port of this machine\n",
         debug},
    Verb{"explore", "walk through the tree of choices in the browser",
         "  clew explore prog.c                          prints the address of a page; Ctrl-C ends it\n"
         "  clew explore prog.c --path 0x3.1.2           begins where this path leads\n"
         "  clew explore prog.c --port 8080              bookmarks stay in the browser from run to run\n",
         explore},
    Verb{"certify", "check a script that clew check --script wrote",
         "  clew certify prog.c --script prog.clew       what clew check would check, and all that the script claims\n"
         "  clew certify prog.c --script prog.clew --invariant 'count >= 0'  and more\n"
         "  clew certify prog.c --script prog.clew --jobs 4\n"
         "  clew certify prog.c --script prog.clew --property all  and properties that it does not claim\n"
         "  clew certify prog.c --script fast.clew --trust  believe a trustful script\n"
         "  clew certify prog.c --script prog.clew --part 2/3 --secret 'our own' --result 2.part\n"
         "  clew certify prog.c --script parts/2.clew --secret 'our own' --result 2.part  a sub-script\n",
         certify},
    Verb{"script", "show scripts, and take them apart",
         "  clew script info prog.clew                   what it is about\n"
         "  clew script print prog.clew --limit 20       its first steps\n"
         "  clew script print prog.clew --subgraphs      how many transitions there are under each state\n"
         "  clew script partition prog.clew -k 10        ten parts of about the same work\n"
         "  clew script partition prog.clew -k 10 --method greedy  as the paper does it\n"
         "  clew script partition prog.clew -k 10 --output parts  and a sub-script of each, parts/1.clew ...\n"
         "  clew script merge prog.clew 1.part 2.part 3.part  what clew certify --part found, put together\n",
         script},
    Verb{"paths", "find paths that divide the tree of choices into ranges",
         "  clew paths prog.c -n 25 --seed 7 -o cuts     25 random paths, for clew check prog.c --ranges cuts\n"
         "  clew paths prog.c -n 7 --method probe        eight parts of about the same size, by an estimate\n"
         "  clew paths prog.c -n 3 --from 0x3.1 --to 1   inside a range\n",
         paths},
    Verb{"completion", "print a script that completes commands in a shell",
         "  source <(clew completion bash)               for this shell\n"
         "  clew completion bash > /etc/bash_completion.d/clew\n"
         "  clew completion zsh > \"${fpath[1]}/_clew\"\n"
         "  clew completion fish > ~/.config/fish/completions/clew.fish\n",
         completion},
    Verb{"man", "print the manual page of clew or of a verb",
         "  clew man check | man -l -                    read it\n"
         "  clew man check > clew-check.1\n",
         man},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

void complainNoMore() { complains = false; }

void remark(std::string_view message) {
  if (!complains) return;
  std::string line(message);
  std::replace_if(line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  fmt::print(stderr, "{}\n", line);
}

int complain(std::string_view message) {
  remark(fmt::format("clew: {}", message));
  return kBadInput;
}

std::optional<int> parse(CLI::App& app, std::string_view verb, const CommandLine& line) {
  const auto known = std::find_if(kVerbs.begin(), kVerbs.end(), [&](const Verb& each) { return each.name == verb; });
  app.name(fmt::format("clew {}", verb));
  app.set_help_flag("-h,--help", "show this text");
  if (line.describe) {
    line.describe(app);
    return 0;
  }
  std::vector<std::string> reversed(line.words.rbegin(), line.words.rend());
  findSettings(app);
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    forgetSettings(app);
    fmt::print("Examples:\n{}\n{}\nWhat follows -- is given to clang.\n", known->examples, app.help());
    return 0;
  } catch (const CLI::FileError& error) {
    return complain(error.what());
  } catch (const CLI::ParseError& error) {
    return complain(fmt::format("{} (clew help {} shows the options)", error.what(), verb));
  }
  return std::nullopt;
}

void addInput(CLI::App& app, program::Input& input) {
  app.add_option("FILE", input.files, "the program: .c .cc .cpp .cxx .i .ii .ll .bc, one or several; or a task, .yml");
  app.add_option(
         "-p,--compile-commands", input.database,
         "the project's compile_commands.json, or its folder: its files are compiled as it says, and those that "
         "FILE or the entry needs are added")
      ->type_name("DIR");
  app.add_option("--entry", input.entry, "the function that is called in place of main, as test_main or ns::test")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--clang-flags", input.clangFlags, "a flag for clang, before those after -- (repeatable)")
      ->type_name("FLAG")
      ->allow_extra_args(false);
  app.add_option("--arg", input.arguments, "an argument of the checked program (repeatable)")->allow_extra_args(false);
  auto* text = app.add_option("--stdin", input.input, "standard input of the checked program (default: any bytes)");
  text->expected(1);
  auto* textFile = app.add_option_function<std::string>(
      "--stdin-file",
      [&input](const std::string& file) {
        auto read = support::readTextFile(file, kLargestInput);
        if (!read) throw CLI::ValidationError("--stdin-file", read.error().message);
        input.input = std::move(*read);
        input.inputFile = file;
      },
      "standard input of the checked program, from a file");
  textFile->type_name("FILE")->excludes(text);
  app.add_option_function<std::string>(
         "--uninitialized", [&input](const std::string& what) { input.unwrittenIsInput = what == "input"; },
         "what memory is that was never written: error, and its use is reported; input, and it has any value "
         "(default: error)")
      ->check(CLI::IsMember({"error", "input"}));
  for (CLI::Option* option : app.get_options()) {
    if (option->nonpositional() && option != app.get_help_ptr()) option->group(kProgramGroup);
  }
  addSettings(app, input);
}

std::optional<support::Error> settleInput(program::Input& input, const CommandLine& line) {
  input.clangFlags.insert(input.clangFlags.end(), line.clangFlags.begin(), line.clangFlags.end());
  if (input.database.empty()) {
    if (!input.files.empty()) return std::nullopt;
    return support::Error{"FILE is required (clew help lists the verbs, clew help VERB shows the options)"};
  }
  const auto remarks = openDatabase(input);
  if (!remarks) return remarks.error();
  for (const std::string& each : *remarks) remark("note: " + each);
  return std::nullopt;
}

void addReduction(CLI::App& app, std::string& reduction, const std::vector<machine::ReductionKind>& kinds,
                  const std::string& help) {
  std::vector<std::string> names;
  names.reserve(kinds.size());
  for (const auto kind : kinds) names.emplace_back(machine::nameOf(kind));
  app.add_option("--reduction", reduction, help)->capture_default_str()->check(CLI::IsMember(names));
}

machine::ReductionKind reductionNamed(std::string_view name) {
  for (const auto kind : {machine::ReductionKind::Sleep, machine::ReductionKind::Local, machine::ReductionKind::Full}) {
    if (name == machine::nameOf(kind)) return kind;
  }
  return machine::ReductionKind::None;
}

void addMachineLimits(CLI::App& app, machine::MachineLimits& limits) {
  app.add_flag("--malloc-may-fail", limits.allocationMayFail,
               "let every allocation also return null (and new throw bad_alloc)");
  app.add_option("--max-call-depth", limits.callDepth, "deepest nesting of calls before the run is given up")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1'000'000u));
}

void addTrace(CLI::App& app, TraceKind& kind) {
  app.add_option_function<std::string>(
         "--trace", [&kind](const std::string& name) { kind = name == "full" ? TraceKind::Full : TraceKind::Sliced; },
         "sliced: lines of a path that have nothing to do with its violation are folded into one; full: all")
      ->check(CLI::IsMember({"sliced", "full"}));
}

report::TextStyle styleOf(TraceKind kind) {
  report::TextStyle style = report::TextStyle::detect(STDOUT_FILENO);
  style.folds = kind == TraceKind::Sliced;
  return style;
}

std::vector<std::string> machineWords(const machine::MachineLimits& limits) {
  std::vector<std::string> words;
  if (limits.allocationMayFail) words.emplace_back("--malloc-may-fail");
  if (limits.callDepth != machine::MachineLimits().callDepth) {
    words.push_back(fmt::format("--max-call-depth={}", limits.callDepth));
  }
  return words;
}

CLI::Validator wholeNumber() {
  return CLI::Validator(
      [](std::string& text) {
        const bool digits =
            !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == std::string::npos;
        return digits && text.find_first_not_of('0') != std::string::npos
                   ? std::string()
                   : fmt::format("not a number from 1 on: '{}'", text);
      },
      "N");
}

CLI::Validator workers(int fewest) {
  return CLI::Validator(
      [fewest](std::string& text) {
        const bool digits =
            !text.empty() && text.size() <= 3 && text.find_first_not_of("0123456789") == std::string::npos;
        const int number = digits ? std::stoi(text) : -1;
        return number >= fewest && number <= kMostWorkers
                   ? std::string()
                   : fmt::format("not a number of workers from {} to {}: '{}'", fewest, kMostWorkers, text);
      },
      "N");
}

CLI::Validator seconds(bool orNone) {
  return CLI::Validator(
      [orNone](std::string& text) {
        char* end = nullptr;
        const double number = std::strtod(text.c_str(), &end);
        const bool good =
            !text.empty() && *end == 0 && std::isfinite(number) && (number > 0 || (orNone && number == 0));
        return good ? std::string() : fmt::format("not a number of seconds: '{}'", text);
      },
      "SECONDS");
}

support::Result<uint64_t> parseBytes(const std::string& text) {
  const support::Error malformed{fmt::format("not a number of bytes: '{}' (such as 500M or 2G)", text)};
  size_t used = 0;
  double number = 0;
  try {
    number = std::stod(text, &used);
  } catch (const std::exception&) {
    return malformed;
  }
  std::string unit = text.substr(used);
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (unit.ends_with("IB")) unit.resize(unit.size() - 2);
  if (unit.ends_with("B")) unit.pop_back();
  constexpr std::string_view kUnits = "KMGT";
  const size_t power = unit.empty() ? 0 : kUnits.find(unit[0]) + 1;
  if (unit.size() > 1 || (!unit.empty() && power == 0)) return malformed;
  for (size_t i = 0; i < power; ++i) number *= 1024;
  if (!(number >= 1) || number > 1e15) return malformed;
  return static_cast<uint64_t>(number);
}

std::string shellText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 ||
             std::string_view("-_./=:,+@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (plain) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

std::string replayCommand(const program::Input& input, const std::string& path, const std::vector<std::string>& more,
                          const std::string& verb) {
  // One process shows what several have found.
  constexpr std::string_view kSeveral = "-mpi";
  std::string name = program_invocation_name;
  if (name.ends_with(kSeveral)) name.resize(name.size() - kSeveral.size());
  std::vector<std::string> words = {name, verb};
  words.insert(words.end(), input.files.begin(), input.files.end());
  if (!input.database.empty()) words.insert(words.end(), {"-p", input.database});
  if (input.entry != program::Input().entry) words.insert(words.end(), {"--entry", input.entry});
  words.insert(words.end(), {"--path", path});
  words.insert(words.end(), more.begin(), more.end());
  for (const std::string& argument : input.arguments) words.insert(words.end(), {"--arg", argument});
  if (input.unwrittenIsInput) words.emplace_back("--uninitialized=input");
  if (!input.inputFile.empty()) {
    words.insert(words.end(), {"--stdin-file", input.inputFile});
  } else if (input.input) {
    words.insert(words.end(), {"--stdin", *input.input});
  }
  // The words say it all; what the settings say to other verbs is not meant.
  if (input.hasSettings) words.emplace_back("--no-config");
  if (!input.clangFlags.empty()) words.emplace_back("--");
  words.insert(words.end(), input.clangFlags.begin(), input.clangFlags.end());
  return shellText(words);
}

}  // namespace clew::cli
