// Task files of BenchExec say what to check; whatever is wrong with one is said in one line with its place.
#include "cli/task.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace clew::cli {
namespace {

const std::string kTask =
    "format_version: '2.0'\n"
    "input_files: 'main.c'\n"
    "properties:\n"
    "  - property_file: ../properties/unreach-call.prp\n"
    "    expected_verdict: true\n"
    "  - property_file: ../properties/valid-memsafety.prp\n"
    "    expected_verdict: false\n"
    "    subproperty: valid-deref\n"
    "  - property_file: other.prp\n"
    "options:\n"
    "  language: C\n"
    "  data_model: ILP32\n";

Task parsed(const std::string& text) {
  const auto task = parseTask("folder/test.yml", text);
  EXPECT_TRUE(task) << (task ? "" : task.error().message);
  return task ? *task : Task();
}

std::string replaced(const std::string& what, const std::string& with) {
  std::string text = kTask;
  const size_t place = text.find(what);
  EXPECT_NE(place, std::string::npos) << what;
  return text.replace(place, what.size(), with);
}

bool has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

TEST(Task, TellsWhatToCheck) {
  const Task task = parsed(kTask);
  EXPECT_EQ(task.files, std::vector<std::string>{"folder/main.c"});
  EXPECT_TRUE(has(task.clangFlags, "-m32"));
  ASSERT_EQ(task.properties.size(), 3u);
  EXPECT_EQ(task.properties[0].file, "properties/unreach-call.prp");
  EXPECT_EQ(task.properties[0].expected, true);
  EXPECT_EQ(task.properties[1].expected, false);
  EXPECT_EQ(task.properties[1].subproperty, "valid-deref");
  EXPECT_FALSE(task.properties[2].expected);
}

TEST(Task, OfTheFirstVersionIsReadToo) { parsed(replaced("2.0", "1.0")); }

TEST(Task, ForSixtyFourBitsNeedsNoFlag) {
  EXPECT_FALSE(has(parsed(replaced("ILP32", "LP64")).clangFlags, "-m32"));
  EXPECT_FALSE(has(parsed("format_version: 2.0\ninput_files: a.c\n").clangFlags, "-m32"));
}

TEST(Task, MayHaveSeveralFiles) {
  const Task task = parsed(replaced("'main.c'", "[a.c, sub/../b.c, /c.c]"));
  EXPECT_EQ(task.files, (std::vector<std::string>{"folder/a.c", "folder/b.c", "/c.c"}));
}

TEST(Task, CannotPassOptionsToClang) {
  const auto task = parseTask("test.yml", replaced("main.c", "-fplugin=x.c"));
  ASSERT_TRUE(task) << task.error().message;
  EXPECT_EQ(task->files, std::vector<std::string>{"./-fplugin=x.c"});
}

TEST(Task, MayNameFilesByAPattern) {
  const auto folder = std::filesystem::path(CLEW_PROGRAM_TESTS) / "svcomp";
  const auto task = parseTask((folder / "test.yml").string(), replaced("main.c", "peterson_?.c"));
  ASSERT_TRUE(task) << task.error().message;
  EXPECT_EQ(task->files, (std::vector<std::string>{folder / "peterson_1.c", folder / "peterson_2.c"}));
}

TEST(Task, IsRefusedWithTheLineWhereItIsWrong) {
  struct Case {
    std::string text, says;
  };
  for (const Case& each : std::vector<Case>{
           {"", "not a task"},
           {"hello", ":1: not a task"},
           {"- a\n- b\n", "not a task"},
           {"{", "folder/test.yml:"},
           {"a: [\n", "folder/test.yml:"},
           {"input_files: a.c\n", "the key format_version is missing"},
           {"format_version: '2.0'\n", "the key input_files is missing"},
           {replaced("'2.0'", "'7.0'"), ":1: unknown format_version 7.0"},
           {replaced("'2.0'", "[]"), "format_version is not a text"},
           {replaced("'main.c'", "[]"), ":2: input_files names no file"},
           {replaced("'main.c'", "{a: b}"), "input_files names no file"},
           {replaced("'main.c'", "[[a.c]]"), "an input file is not a text"},
           {replaced("'main.c'", "''"), "an input file is not a text"},
           {replaced("'main.c'", "'none-*.c'"), ":2: no file matches folder/none-*.c"},
           {replaced("'main.c'", "\"a\\0b.c\""), "zero byte"},
           {replaced("expected_verdict: true", "expected_verdict: maybe"), ":5: expected_verdict is neither"},
           {replaced("expected_verdict: true", "expected_verdcit: true"), ":5: a property has the unknown key"},
           {replaced("options", "optoins"), ":10: the task has the unknown key 'optoins'"},
           {replaced("C\n", "Java\n"), ":11: programs in Java are not supported"},
           {replaced("ILP32", "LLP64"), ":12: unknown data model LLP64"},
           {replaced("property_file: other.prp", "other"), "a property is not a map"},
           {replaced("'main.c'", "&a [*a]"), "an input file is not a text"},
           {std::string(20000, '['), "folder/test.yml:"},
           {std::string(20000, '{'), "folder/test.yml:"},
       }) {
    const auto task = parseTask("folder/test.yml", each.text);
    ASSERT_FALSE(task) << each.text.substr(0, 200);
    EXPECT_NE(task.error().message.find(each.says), std::string::npos) << task.error().message;
    EXPECT_TRUE(task.error().message.starts_with("folder/test.yml:")) << task.error().message;
  }
}

TEST(Task, BoundsWhatItLists) {
  std::string files = "format_version: '2.0'\ninput_files: [";
  for (int i = 0; i < 1001; ++i) files += "a.c, ";
  EXPECT_NE(parseTask("t.yml", files + "]\n").error().message.find("too many input files"), std::string::npos);
  std::string properties = "format_version: '2.0'\ninput_files: a.c\nproperties:\n";
  for (int i = 0; i < 101; ++i) properties += "  - property_file: a.prp\n";
  EXPECT_NE(parseTask("t.yml", properties).error().message.find("too many properties"), std::string::npos);
}

TEST(Task, ThatIsTooLargeIsRefused) {
  EXPECT_EQ(readTask("/dev/zero").error().message, "/dev/zero: not a regular file");
  EXPECT_EQ(readTask("/nowhere.yml").error().message, "/nowhere.yml: no such file");
}

TEST(Task, ComesAlone) {
  program::Input input;
  input.files = {"a.c", "task.yml"};
  EXPECT_NE(openTask(input).error().message.find("a task comes alone"), std::string::npos);
  input.files = {"a.c", "b.c"};
  const auto none = openTask(input);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->has_value());
}

TEST(Task, IsReadForEveryTest) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CLEW_PROGRAM_TESTS)) {
    if (!isTaskFile(entry.path().string())) continue;
    const auto task = readTask(entry.path().string());
    EXPECT_TRUE(task) << task.error().message;
    ++count;
  }
  EXPECT_GT(count, 100u);
}

RC_GTEST_PROP(Task, WithAnyBytesChangedIsReadOrRefusedInOneLine, ()) {
  std::string text = kTask;
  const auto changes = *rc::gen::container<std::vector<std::pair<size_t, char>>>(rc::gen::pair(
      rc::gen::inRange<size_t>(0, text.size()),
      rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::elementOf(std::string("{}[]:,-&*!|>'\"%@`#? \n\t\\")))));
  for (const auto& [place, byte] : changes) text[place] = byte;
  const auto task = parseTask("t.yml", text);
  if (task) {
    RC_ASSERT(!task->files.empty());
  } else {
    RC_ASSERT(task.error().message.starts_with("t.yml:"));
  }
}

RC_GTEST_PROP(Task, OfAnyYamlTokensIsReadOrRefused, ()) {
  const auto tokens = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("format_version", "input_files", "properties", "options", "property_file", ": ",
                                    "- ", "\n", "  ", "[", "]", "{", "}", "'", "\"", "&a ", "*a", "<<", "? ", "| ",
                                    "> ", "!!bool ", "%YAML 1.2\n", "---\n", "...\n", "~", ", ", "2.0"));
  std::string text;
  for (const std::string& token : tokens) text += token;
  const auto task = parseTask("t.yml", text);
  if (!task) RC_ASSERT(task.error().message.starts_with("t.yml:"));
}

}  // namespace
}  // namespace clew::cli
