// Whatever somebody hands to clew by mistake, a file that is no program or a command line that means nothing,
// is answered by one line that names the mistake, by status 3, and by nothing else: no output, no file left
// behind, and never a crash, however broken the bytes are. Only clang may show its own lines before that one.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <random>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

std::string randomBytes(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

/// Files that are no programs.
class BadInput : public CommandLine {
 protected:
  /// A complaint where clang has shown its own lines before.
  void expectCompileError(const Words& words, const std::string& file) const {
    const Outcome outcome = clew(words);
    EXPECT_EQ(outcome.status, kBadInput) << outcome.describe();
    EXPECT_EQ(outcome.output, "") << outcome.describe();
    EXPECT_NE(outcome.errors.find("error: "), std::string::npos) << outcome.describe();
    EXPECT_TRUE(outcome.errors.ends_with("clew: " + file + " does not compile\n")) << outcome.describe();
  }
};

TEST_F(BadInput, MissingFile) {
  for (const char* verb : {"check", "run"}) expectComplaint({verb, "missing.c"}, "missing.c: no such file");
  expectComplaint({"replay", "missing.c", "--path", "0"}, "missing.c: no such file");
  expectComplaint({"replay", "missing.json"}, "missing.json");
}

TEST_F(BadInput, EmptyFile) {
  for (const char* name : {"empty.c", "empty.bc", "empty.ll"}) {
    write(name, "");
    expectComplaint({"check", name}, "the file is empty");
  }
}

TEST_F(BadInput, Directory) {
  fs::create_directory(place("folder.c"));
  expectComplaint({"check", "folder.c"}, "is a directory");
  expectComplaint({"check", "."}, "is a directory");
}

TEST_F(BadInput, AnotherKindOfFile) {
  write("notes.txt", kFine);
  write("program", kFine);
  expectComplaint({"check", "notes.txt"}, "notes.txt: not a program");
  expectComplaint({"check", "program"}, "program: not a program");
  expectComplaint({"check", "/dev/null"}, "/dev/null: not a program");
}

TEST_F(BadInput, TextThatIsNotC) {
  write("text.c", "Dear reader,\nthis is not C.\n");
  expectCompileError({"check", "text.c"}, "text.c");
  expectCompileError({"run", "text.c"}, "text.c");
}

TEST_F(BadInput, RandomBytesNamedC) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    write("random.c", randomBytes(400, seed));
    expectCompileError({"check", "random.c"}, "random.c");
  }
}

TEST_F(BadInput, UnknownClangFlag) {
  write("fine.c", kFine);
  expectCompileError({"check", "fine.c", "--", "-fno-such-flag-exists"}, "fine.c");
}

TEST_F(BadInput, RandomBytesNamedBitcode) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    write("random.bc", randomBytes(800, seed));
    expectComplaint({"check", "random.bc"}, "random.bc");
  }
}

TEST_F(BadInput, BitcodeOfAnotherVersion) {
  // The magic is right, what follows means nothing to this version.
  for (unsigned seed = 1; seed <= 10; ++seed) {
    write("other.bc", "BC\xC0\xDE" + randomBytes(600, seed));
    expectComplaint({"check", "other.bc"}, "other.bc");
  }
  write("other.bc", "BC\xC0\xDE");
  expectComplaint({"check", "other.bc"}, "other.bc");
}

TEST_F(BadInput, TruncatedBitcode) {
  const std::string bitcode = bitcodeOf(kFine);
  for (const size_t length :
       {size_t{1}, size_t{3}, size_t{4}, size_t{50}, bitcode.size() / 4, bitcode.size() / 2, bitcode.size() - 4}) {
    write("short.bc", bitcode.substr(0, length));
    expectComplaint({"check", "short.bc"}, "short.bc");
  }
}

TEST_F(BadInput, ProgramInLlvmAssemblyWithASyntaxError) {
  write("broken.ll", "define i32 @main() {\n  ret i32 0\n}\nthis is no definition\n");
  expectComplaint({"check", "broken.ll"}, "broken.ll:4");
}

TEST_F(BadInput, LlvmAssemblyThatIsNotValid) {
  write("invalid.ll",
        "define i32 @main() {\nentry:\n  br label %entry2\nentry2:\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret "
        "i32 %y\n}\n");
  expectComplaint({"check", "invalid.ll"}, "invalid.ll");
}

TEST_F(BadInput, ProgramWithoutMain) {
  write("library.c", "int f(void) { return 1; }\n");
  expectComplaint({"check", "library.c"}, "no function main");
  write("declared.c", "int main(void);\nint (*f)(void) = main;\n");
  expectComplaint({"check", "declared.c"}, "no function main");
}

TEST_F(BadInput, TwoMains) {
  write("one.c", kFine);
  write("two.c", kFine);
  expectComplaint({"check", "one.c", "two.c"}, "main");
}

TEST_F(BadInput, ProgramsOfTwoDataModels) {
  write("wide.bc", bitcodeOf("int f(void) { return 1; }\n"));
  write("narrow.c", kFine);
  expectComplaint({"check", "narrow.c", "wide.bc", "--", "-m32"},
                  "wide.bc is a 64-bit program, narrow.c a 32-bit one; they cannot be linked");
}

TEST_F(BadInput, ProgramForAnotherMachine) {
  write("other.ll",
        "target datalayout = \"E-m:e-p:32:32\"\ntarget triple = \"mips-unknown-linux-gnu\"\n"
        "define i32 @main() {\n  ret i32 0\n}\n");
  expectComplaint({"check", "other.ll"}, "only little-endian programs for x86-64 and i386 are supported");
}

TEST_F(BadInput, GlobalsThatDoNotFitThirtyTwoBits) {
  write("large.c", "char a[200 << 20], b[200 << 20], c[200 << 20];\nint main(void) { return 0; }\n");
  expectComplaint({"check", "large.c", "--", "-m32"}, "larger than the 32-bit model allows");
}

/// Command lines that mean nothing.
class BadCommandLine : public CommandLine {
 protected:
  BadCommandLine() {
    write("fine.c", kFine);
    write("choice.c", kAssertion);
  }
};

TEST_F(BadCommandLine, UnknownVerb) {
  expectComplaint({"chekc", "fine.c"}, "chekc");
  expectComplaint({"help", "chekc"}, "chekc");
}

TEST_F(BadCommandLine, UnknownOption) {
  for (const char* verb : {"check", "run", "replay"})
    expectComplaint({verb, "fine.c", "--no-such-option"}, "--no-such-option");
}

TEST_F(BadCommandLine, NoFile) {
  for (const char* verb : {"check", "run", "replay"}) expectComplaint({verb}, "FILE");
}

TEST_F(BadCommandLine, MalformedPath) {
  for (const char* path : {"a.b", "1.", "0x", "1..2", "0x4294967296"}) {
    expectComplaint({"run", "choice.c", "--path", path}, "not a path");
    expectComplaint({"replay", "choice.c", "--path", path}, "not a path");
  }
  expectComplaint({"run", "choice.c", "--path", "0x4000000000"}, "path");
}

TEST_F(BadCommandLine, MalformedPathWithANewlineStillGetsOneLine) {
  expectComplaint({"run", "choice.c", "--path", "1\n2"}, "not a path");
}

TEST_F(BadCommandLine, PathThatDoesNotFit) {
  expectComplaint({"run", "choice.c", "--path", "7"}, "does not fit");
  expectComplaint({"replay", "choice.c", "--path", "7"}, "does not fit");
  expectComplaint({"replay", "choice.c", "--path", "0.0.0"}, "does not fit");
}

TEST_F(BadCommandLine, ReplayWithoutAPath) { expectComplaint({"replay", "choice.c"}, "--path"); }

TEST_F(BadCommandLine, UnknownProperty) {
  expectComplaint({"check", "fine.c", "--property", "liveness"}, "'liveness'");
  expectComplaint({"check", "fine.c", "--property", "assert,liveness"}, "'liveness'");
  expectComplaint({"check", "fine.c", "--property", "assert,"}, "''");
}

TEST_F(BadCommandLine, EmptyPropertyIsNotAllProperties) {
  expectComplaint({"check", "fine.c", "--property", ""}, "property");
}

TEST_F(BadCommandLine, MemoryLimitThatIsNoNumberOfBytes) {
  for (const char* limit : {"abc", "-5M", "0", "5Q", "5 M", "1e400", "nan", "inf", "5MM"}) {
    expectComplaint({"check", "fine.c", "--memory-limit", limit}, "not a number of bytes");
  }
}

TEST_F(BadCommandLine, MemoryLimitBeyondAllNumbers) {
  expectComplaint({"check", "fine.c", "--memory-limit", "1e15T"}, "not a number of bytes");
}

TEST_F(BadCommandLine, EmptyMemoryLimit) {
  expectComplaint({"check", "fine.c", "--memory-limit", ""}, "not a number of bytes");
}

TEST_F(BadCommandLine, LimitsThatAreNoNumbers) {
  expectComplaint({"check", "fine.c", "--max-states", "many"}, "--max-states");
  expectComplaint({"check", "fine.c", "--max-depth", "1.5"}, "--max-depth");
  expectComplaint({"check", "fine.c", "--time-limit", "soon"}, "--time-limit");
  expectComplaint({"check", "fine.c", "--time-limit", "0"}, "--time-limit");
  expectComplaint({"check", "fine.c", "--time-limit", "-1"}, "--time-limit");
}

TEST_F(BadCommandLine, NegativeOrGiganticLimits) {
  expectComplaint({"check", "fine.c", "--max-states", "-1"}, "--max-states");
  expectComplaint({"check", "fine.c", "--max-depth", "-1"}, "--max-depth");
  expectComplaint({"check", "fine.c", "--max-depth", "99999999999999999999999"}, "--max-depth");
  expectComplaint({"check", "fine.c", "--time-limit", "nan"}, "--time-limit");
}

TEST_F(BadCommandLine, ComplaintsAreShortEnoughToRead) {
  EXPECT_LT(clew({"check", "fine.c", "--time-limit", "0"}).errors.size(), 300u);
}

TEST_F(BadCommandLine, UnknownSearchOrder) { expectComplaint({"check", "fine.c", "--search", "sideways"}, "--search"); }

TEST_F(BadCommandLine, StatelessBreadthFirst) {
  expectComplaint({"check", "fine.c", "--stateless", "--search", "bfs"}, "--stateless needs --search dfs");
}

TEST_F(BadCommandLine, NumbersOfWorkers) {
  for (const char* number : {"0", "-1", "257", "1000", "many", "1.5", "", "2x"})
    expectComplaint({"check", "fine.c", "--jobs", number}, "--jobs");
}

TEST_F(BadCommandLine, Stores) {
  expectComplaint({"check", "fine.c", "--store", "disk"}, "--store");
  expectComplaint({"check", "fine.c", "--store", "bitstate", "--stateless"}, "--stateless keeps no states");
  expectComplaint({"check", "fine.c", "--store", "hashcompact", "--max-depth", "9"}, "needs --search bfs");
  expectComplaint({"check", "fine.c", "--store", "strict", "--store-dir", "run", "--search", "astar", "--reduction",
                   "none", "--symmetry", "none", "--max-depth", "9"},
                  "needs --search bfs");
  expectComplaint({"check", "fine.c", "--bitstate-size", "1M"}, "--bitstate-size is for --store bitstate");
  expectComplaint({"check", "fine.c", "--store", "bitstate", "--bitstate-size", "lots"}, "not a number of bytes");
  expectComplaint({"check", "fine.c", "--store", "bitstate", "--bitstate-size", "100T"}, "machine's memory");
}

TEST_F(BadCommandLine, SeedAndPathTogether) {
  expectComplaint({"run", "fine.c", "--seed", "1", "--path", "0"}, "--seed");
}

TEST_F(BadCommandLine, StandardInputFromAMissingFile) {
  expectComplaint({"check", "fine.c", "--stdin-file", "missing.txt"}, "missing.txt: no such file");
}

TEST_F(BadCommandLine, StandardInputFromAFileTooLarge) {
  write("large", std::string((16U << 20) + 1, 'x'));
  expectComplaint({"check", "fine.c", "--stdin-file", "large"}, "large");
}

TEST_F(BadCommandLine, NoPropertyIsLeft) {
  expectComplaint({"check", "fine.c", "--property=assert,-assert"}, "no property is left to check");
}

TEST_F(BadCommandLine, StandardInputGivenTwice) {
  expectComplaint({"check", "fine.c", "--stdin", "a", "--stdin-file", "fine.c"}, "--stdin");
}

TEST_F(BadCommandLine, ReportIntoAMissingFolder) {
  expectComplaint({"check", "fine.c", "--json", "missing/report.json"}, "missing/report.json");
}

TEST_F(BadCommandLine, ReportOverAFolderLeavesNothingBehind) {
  fs::create_directory(place("folder"));
  expectComplaint({"check", "fine.c", "--json", "folder"}, "folder");
}

TEST_F(BadCommandLine, FormatsThatCannotBeWritten) {
  expectComplaint({"check", "fine.c", "--format", "yaml=report"}, "unknown format 'yaml'");
  expectComplaint({"check", "fine.c", "--format", "sarif="}, "the name of the file is empty");
  expectComplaint({"check", "fine.c", "--format", "sarif=missing/report"}, "missing/report");
  expectComplaint({"check", "fine.c", "--format", "sarif=report", "--json", "report"}, "the same file");
}

TEST_F(BadCommandLine, WitnessesThatAreNone) {
  write("list.yml", "[1, 2]");
  write("open.graphml", "<graphml>");
  write("empty.yml", "");
  for (const char* file : {"list.yml", "open.graphml", "empty.yml", "missing.yml"}) {
    expectComplaint({"check", "fine.c", "--witness-in", file}, file);
  }
  write("target.yml",
        "- {entry_type: violation_sequence, metadata: {format_version: \"2.0\"}, content: [{segment: [{waypoint: "
        "{type: target, action: follow, location: {file_name: fine.c, line: 1}}}]}]}");
  expectComplaint({"check", "fine.c", "--witness-in", "target.yml", "--search", "bfs"}, "--search");
  expectComplaint({"check", "fine.c", "--witness-in", "target.yml", "--engine", "symbolic"}, "--engine");
}

TEST_F(BadCommandLine, ReportThatIsNone) {
  write("list.json", "[1, 2]");
  write("broken.json", "{\"violation\": ");
  write("other.json", "{\"violation\": 3, \"files\": [7]}");
  write("empty.json", "");
  for (const char* file : {"list.json", "broken.json", "other.json", "empty.json"})
    expectComplaint({"replay", file}, file);
}

}  // namespace
}  // namespace clew::test
