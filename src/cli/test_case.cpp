#include "cli/test_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "report/json.h"
#include "support/version.h"

namespace clew::cli {

namespace {

using program::Op;
using property::Property;

constexpr std::string_view kEnding = ".c";

/// Inputs come from a table. Each function takes its own in the order of the counterexample, also where threads run in
/// another order than they did there.
constexpr std::string_view kGive = R"(
static void give(const char *function, void *value, size_t size)
{
    size_t i;
    memset(value, 0, size);
    for (i = 0; size > 0 && inputs[i].function != NULL; ++i) {
        if (strcmp(inputs[i].function, function) != 0 || __atomic_exchange_n(&inputs[i].given, 1, __ATOMIC_SEQ_CST))
            continue;
        memcpy(value, inputs[i].bytes, size < inputs[i].size ? size : inputs[i].size);
        return;
    }
}
)";

/// A function of the runtime library that is not one of __VERIFIER_nondet_..., as a native program can have it.
struct Definition {
  std::string_view name;
  std::string_view text;
};

constexpr Definition kDefinitions[] = {
    {"clew_choose", R"(
int clew_choose(int n)
{
    int value;
    (void)n;
    give("clew_choose", &value, sizeof value);
    return value;
}
)"},
    {"clew_symbolic", R"(
void clew_symbolic(void *bytes, size_t size, const char *name)
{
    (void)name;
    give("clew_symbolic", bytes, size);
}
)"},
    {"clew_structure", R"(
static unsigned char choose(unsigned char **choices, size_t alternatives)
{
    return alternatives > 1 ? *(*choices)++ : 0;
}

void *clew_structure(size_t size, size_t most, const size_t *links, size_t count, int isTree, const char *name)
{
    size_t length = 1 + most * (size + count), made = 0, place, each, k;
    unsigned char *choices = (unsigned char *)malloc(length), *next = choices;
    char *objects[65] = {NULL}; /* the first one is null */
    void *first = NULL;
    (void)name;
    give("clew_structure", choices, length);
    for (place = 0; place < 1 + made * count; ++place) {
        size_t old = isTree ? 0 : made;
        size_t chosen = choose(&next, 1 + old + (made < most));
        if (chosen > old) {
            char *object = (char *)malloc(size);
            chosen = ++made;
            objects[made] = object;
            for (each = 0, k = 0; each < size;) {
                if (k < count && each == links[k]) {
                    each += sizeof(void *);
                    ++k;
                } else {
                    object[each++] = (char)*next++;
                }
            }
        }
        if (place == 0)
            first = objects[chosen];
        else
            *(void **)(objects[1 + (place - 1) / count] + links[(place - 1) % count]) = objects[chosen];
    }
    free(choices);
    return first;
}
)"},
    {"clew_assume", R"(
void clew_assume(int condition)
{
    if (condition)
        return;
    fprintf(stderr, "an assumption does not hold: this is not the path of the counterexample\n");
    _Exit(0);
}
)"},
    {"__VERIFIER_assume", R"(
void __VERIFIER_assume(int condition)
{
    if (condition)
        return;
    fprintf(stderr, "an assumption does not hold: this is not the path of the counterexample\n");
    _Exit(0);
}
)"},
    {"__VERIFIER_error", R"(
void __VERIFIER_error(void)
{
    fprintf(stderr, "__VERIFIER_error was called\n");
    abort();
}
)"},
    {"reach_error", R"(
void reach_error(void)
{
    fprintf(stderr, "reach_error was called\n");
    abort();
}
)"},
};

/// Weak, since a program may define them itself, to no effect under Clew.
constexpr std::string_view kAtomicSections = R"(
static pthread_mutex_t section = PTHREAD_MUTEX_INITIALIZER;
__attribute__((weak)) void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&section); }
__attribute__((weak)) void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&section); }
)";

/// How a violation shows in a native program.
struct Sign {
  std::vector<std::string> flags;  // of the compiler
  std::string_view remark;         // if it may not show
  bool needsClang = false;
};

Sign signOf(Property property) {
  switch (property) {
    case Property::Assert: return {};
    case Property::SignedOverflow:
    case Property::Shift:
    case Property::DivisionByZero:
    case Property::Unreachable: return {{"-fsanitize=undefined", "-fno-sanitize-recover=all"}, "", false};
    case Property::OutOfBounds:
    case Property::UseAfterFree:
    case Property::DoubleFree:
    case Property::InvalidFree:
    case Property::NullDereference:
    case Property::Leak:
    case Property::LostMemory: return {{"-fsanitize=undefined,address", "-fno-sanitize-recover=all"}, "", false};
    case Property::Uninitialized:
    case Property::UninitializedBranch: return {{"-fsanitize=memory"}, "", true};
    case Property::DataRace:
    case Property::UnlockNotOwner:
    case Property::MutexDestroyedLocked: return {{"-fsanitize=thread"}, "", false};
    case Property::Deadlock: return {{}, "A deadlock shows in that the program does not end.", false};
    default:
      return {{}, "No sanitizer looks for this property: the program may end as if nothing had happened.", false};
  }
}

/// A text that can stand in a comment.
std::string inComment(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  for (const std::string_view mark : {"*/", "/*"}) {
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) text.insert(at + 1, " ");
  }
  return text;
}

/// Warnings are clang's own, and others complain about names that they do not know.
bool isForAnyCompiler(const std::string& flag) {
  return !flag.starts_with("-W") || flag.find(',') != std::string::npos;  // -Wl,OPTION is no warning
}

bool hasEnding(const std::vector<std::string>& files, std::initializer_list<std::string_view> endings) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view each) { return file.ends_with(each); });
  });
}

/// Whether the program uses a function of the runtime; only those that it uses are linked with it.
bool usesOfRuntime(const program::Program& program, std::string_view name) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [&](const program::Function& each) { return each.library && each.name == name; });
}

bool usesHeader(const program::Program& program) {
  return usesOfRuntime(program, "clew_choose") || usesOfRuntime(program, "clew_symbolic") ||
         usesOfRuntime(program, "clew_structure") || usesOfRuntime(program, "clew_assume");
}

bool hasAtomicSections(const program::Program& program) {
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    if (program.code[pc].op == Op::AtomicBegin && !program.functionAt(pc).library) return true;
  }
  return false;
}

/// Natively nobody can say what is in memory that was never written.
bool isUnwritten(const report::TraceInput& input) { return input.function == program::kUnwrittenGiver; }

std::string tableText(const TestCase& test) {
  std::string text =
      "static struct {\n    const char *function;\n    size_t size;\n    const char *bytes;\n    int given;\n} "
      "inputs[] = {\n";
  for (const report::TraceInput& input : test.trace.inputs) {
    if (isUnwritten(input)) continue;
    std::string bytes;
    for (const uint8_t byte : input.bytes) bytes += fmt::format("\\x{:02x}", byte);
    const std::string& file = test.program.files[input.location.file].name;
    const std::string comment =
        inComment(fmt::format("{} = {}, {}:{}", input.nameOrCall(), input.value, file, input.location.line));
    text +=
        fmt::format("    {{\"{}\", {}, \"{}\", 0}}, /* {} */\n", input.function, input.bytes.size(), bytes, comment);
  }
  return text + "    {NULL, 0, NULL, 0},\n};\n";
}

std::string functionsText(const program::Program& program) {
  std::string text;
  for (const program::Function& function : program.functions) {
    const std::string_view type = function.library ? report::typeOfNondet(function.name) : "";
    if (type.empty()) continue;
    text += fmt::format(
        "\n{} {}(void)\n{{\n    {} value;\n    give(\"{}\", &value, sizeof value);\n    return value;\n}}\n", type,
        function.name, type, function.name);
  }
  for (const Definition& each : kDefinitions) {
    if (usesOfRuntime(program, each.name)) text += each.text;
  }
  if (hasAtomicSections(program)) text += kAtomicSections;
  return text;
}

std::vector<std::string> remarksOf(const TestCase& test) {
  std::vector<std::string> remarks;
  const auto add = [&](std::string_view text) {
    if (!text.empty()) remarks.emplace_back(text);
  };
  add(signOf(test.trace.violation->property).remark);
  if (usesHeader(test.program)) add("CLEW is the folder with Clew's sources: the program includes <clew.h>.");
  if (test.trace.threads.size() > 1) {
    add("The program has threads, and natively nobody keeps them to the schedule of the counterexample: it may take");
    add("many runs until it fails.");
  }
  for (const report::TraceInput& input : test.trace.inputs) {
    if (isUnwritten(input)) {
      add(fmt::format("{} was never written and happened to be {}; here it is what it is.", input.name, input.value));
    }
  }
  for (const std::string& name : test.trace.otherChoices) {
    add(fmt::format("What {} chose in the counterexample is not repeated here.", name));
  }
  return remarks;
}

std::string headText(const TestCase& test) {
  const property::Violation& violation = *test.trace.violation;
  const std::string place = fmt::format("{}:{}", test.program.files[test.trace.place.file].name, test.trace.place.line);
  std::string text = fmt::format("/* Inputs of a counterexample that Clew {} has found for {}.\n\n", support::kVersion,
                                 inComment(shellText(test.input.files)));
  text +=
      fmt::format("   {}\n", inComment(fmt::format("{}: {}", property::nameOf(violation.property), violation.message)));
  if (test.trace.place.line > 0) {
    const std::string source = program::sourceLine(test.program, test.trace.place);
    text += fmt::format("   {}\n", inComment(fmt::format("at {}: {}", place, source)));
  }
  text += fmt::format("\n   Compile and run it together with the program:\n\n     {}\n", inComment(test.command()));
  const auto remarks = remarksOf(test);
  if (!remarks.empty()) text += "\n";
  for (const std::string& remark : remarks) text += fmt::format("   {}\n", inComment(remark));
  return text + "*/\n";
}

}  // namespace

std::string TestCase::command() const {
  const Sign sign = signOf(trace.violation->property);
  const bool isCxx = hasEnding(input.files, {".cc", ".cpp", ".cxx", ".ii"});
  const bool isClang = sign.needsClang || hasEnding(input.files, {".bc", ".ll"});
  std::string compiler = isCxx ? "c++" : "cc";
  if (isClang) compiler = isCxx ? "clang++" : "clang";
  std::vector<std::string> words = {compiler, "-g"};
  words.insert(words.end(), sign.flags.begin(), sign.flags.end());
  std::copy_if(input.clangFlags.begin(), input.clangFlags.end(), std::back_inserter(words), isForAnyCompiler);
  if (usesHeader(program)) words.emplace_back("-ICLEW/runtime/include");
  words.insert(words.end(), input.files.begin(), input.files.end());
  std::string made = file.substr(0, file.size() - kEnding.size());
  words.insert(words.end(), {file, "-o", made});
  if (made.find('/') == std::string::npos) made = "./" + made;
  std::vector<std::string> run = {made};
  run.insert(run.end(), input.arguments.begin(), input.arguments.end());
  std::string line = shellText(run);
  if (!input.inputFile.empty()) {
    line += " < " + shellText({input.inputFile});
  } else if (input.input) {
    line = shellText({"printf", "%s", *input.input}) + " | " + line;
  }
  return shellText(words) + " && " + line;
}

std::string TestCase::text() const {
  std::string text = headText(*this);
  text += "#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
  if (hasAtomicSections(program)) text += "#include <pthread.h>\n";
  text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  const std::string functions = functionsText(program);
  if (functions.find("give(") != std::string::npos) text += tableText(*this) + std::string(kGive);
  text += functions;
  return text + "\n#ifdef __cplusplus\n}\n#endif\n";
}

std::optional<support::Error> checkTestCase(const std::string& file, const program::Input& input) {
  if (!file.ends_with(kEnding) || file.size() == kEnding.size()) {
    return support::Error{fmt::format("--test-case writes C, so the name has to end in .c: '{}'", file)};
  }
  if (!input.compilations.empty() || input.entry != program::Input().entry) {
    return support::Error{"--test-case does not go with --compile-commands or --entry"};
  }
  for (const std::string& each : input.files) {
    std::error_code ignored;
    if (std::filesystem::equivalent(file, each, ignored)) {
      return support::Error{fmt::format("--test-case would overwrite the program {}", each)};
    }
  }
  return report::checkWritable(file);
}

}  // namespace clew::cli
