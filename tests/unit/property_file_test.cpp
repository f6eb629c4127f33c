// Property files of SV-COMP become sets of properties; whatever else is in a file is refused with its line.
#include "property/property_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace clew::property {
namespace {

std::string check(const std::string& formula) { return "CHECK( init(main()), LTL(" + formula + ") )\n"; }

PropertyFile parsed(const std::string& text) {
  const auto file = parsePropertyFile("test.prp", text);
  EXPECT_TRUE(file) << (file ? "" : file.error().message);
  return file ? *file : PropertyFile();
}

TEST(PropertyFile, OfUnreachCallNamesTheFunctionAndWatchesNoOtherAssertion) {
  for (const char* function : {"reach_error", "__VERIFIER_error", "my_error_2"}) {
    const PropertyFile file = parsed(check("G ! call(" + std::string(function) + "())"));
    EXPECT_EQ(file.errorFunctions, std::vector<std::string>{function});
    EXPECT_TRUE(file.properties().contains(Property::Assert));
    EXPECT_FALSE(file.watchesAssertions());
    EXPECT_EQ(file.clauseOf(Property::Assert), "unreach-call");
    EXPECT_EQ(file.refused, "");
  }
}

TEST(PropertyFile, OfMemorySafetyHasOneClauseForEachLine) {
  const PropertyFile file = parsed(check("G valid-free") + check("G valid-deref"));
  ASSERT_EQ(file.clauses.size(), 2u);
  EXPECT_EQ(file.clauseOf(Property::DoubleFree), "valid-free");
  EXPECT_EQ(file.clauseOf(Property::InvalidFree), "valid-free");
  for (const Property property :
       {Property::OutOfBounds, Property::UseAfterFree, Property::NullDereference, Property::Uninitialized}) {
    EXPECT_TRUE(file.properties().contains(property));
    EXPECT_EQ(file.clauseOf(property), "valid-deref");
  }
  EXPECT_FALSE(file.properties().contains(Property::Assert));
  EXPECT_FALSE(file.properties().contains(Property::Deadlock));
  EXPECT_FALSE(file.properties().contains(Property::DivisionByZero));
}

TEST(PropertyFile, AsksForClewsOwnPropertiesByName) {
  for (const PropertyInfo& info : allProperties()) {
    const PropertyFile file = parsed(check("G ! clew(" + std::string(info.name) + ")"));
    for (const PropertyInfo& other : allProperties()) {
      EXPECT_EQ(file.properties().contains(other.property), other.property == info.property) << info.name;
    }
    EXPECT_EQ(file.clauseOf(info.property), info.name);
    EXPECT_EQ(file.watchesAssertions(), info.property == Property::Assert);
  }
}

TEST(PropertyFile, RefusesByNameWhatOthersDecide) {
  EXPECT_EQ(parsed(check("F end")).refused, "termination is not supported");
  EXPECT_EQ(parsed(check("G def-behavior")).refused, "def-behavior is not supported");
  EXPECT_EQ(parsed("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n").refused, "coverage is not supported");
  const PropertyFile mixed = parsed(check("G valid-free") + check("F end"));
  EXPECT_EQ(mixed.refused, "termination is not supported");
  EXPECT_TRUE(mixed.properties().contains(Property::DoubleFree));
}

TEST(PropertyFile, MayHaveBlanksCommentsAndOtherLineEnds) {
  const PropertyFile file = parsed("\r\n// memory\r\n\tCHECK ( init ( main ( ) ) ,LTL( G   valid-free ) )\r\n\r\n");
  EXPECT_EQ(file.clauseOf(Property::DoubleFree), "valid-free");
}

TEST(PropertyFile, IsRefusedWithTheLineWhereItIsWrong) {
  const std::string fine = check("G valid-free");
  struct Case {
    std::string text, says;
  };
  for (const Case& each : std::vector<Case>{
           {"", "test.prp: no CHECK line"},
           {" \n\n// nothing\n", "no CHECK line"},
           {fine + "\nhello\n", "test.prp:3: expected 'CHECK' but found 'hello'"},
           {fine + "CHECK( init(start()), LTL(G valid-free) )", "test.prp:2: only init(main()) is supported"},
           {fine + check("G ! fun"), "test.prp:2: no property is known for the formula 'G ! fun'"},
           {check("G overflow"), "no property is known for the formula 'G overflow'"},
           {check("G ! valid-free"), "no property is known"},
           {check("G ! call(2x())"), "not the name of a function: '2x'"},
           {check("G ! call()"), "not the name of a function: ')'"},
           {check("G ! call(f)"), "expected '('"},
           {check("G ! clew(liveness)"), "no property is called 'liveness'"},
           {check("G ! clew(assert,deadlock)"), "expected ')' but found ','"},
           {"CHECK( init(main()), LTL(G valid-free", "expected ')' but found the end of the file"},
           {"CHECK( init(main()), LTL(((((((G valid-free", "no property is known for the formula ''"},
           {std::string("CHECK\0", 6), "expected '('"},
       }) {
    const auto file = parsePropertyFile("test.prp", each.text);
    ASSERT_FALSE(file) << each.text;
    EXPECT_NE(file.error().message.find(each.says), std::string::npos) << file.error().message;
    EXPECT_TRUE(file.error().message.starts_with("test.prp:")) << file.error().message;
  }
}

TEST(PropertyFile, BoundsTheNumberOfFunctions) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += check("G ! call(f" + std::to_string(i) + "())");
  const auto file = parsePropertyFile("test.prp", text);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("too many functions"), std::string::npos);
}

TEST(PropertyFile, IsReadForEveryTest) {
  const auto folder = std::filesystem::path(CLEW_PROGRAM_TESTS).parent_path() / "properties";
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto file = readPropertyFile(entry.path().string());
    EXPECT_TRUE(file) << file.error().message;
    ++count;
  }
  EXPECT_GT(count, 15u);
}

TEST(PropertyFile, ThatIsNoFileIsNamed) {
  EXPECT_EQ(readPropertyFile("/nowhere/x.prp").error().message, "/nowhere/x.prp: no such file");
  EXPECT_EQ(readPropertyFile("/").error().message, "/: is a directory");
  EXPECT_EQ(readPropertyFile("/dev/null").error().message, "/dev/null: not a regular file");
}

RC_GTEST_PROP(PropertyFile, OfAnyTokensIsReadOrRefusedInOneLine, ()) {
  const auto tokens = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("CHECK", "COVER", "(", ")", "init", "main", ",", "LTL", "G", "!", "F", "end",
                                    "valid-free", "call", "clew", "f", "assert", "\n", "//", "overflow", "\xff"));
  std::string text = *rc::gen::arbitrary<bool>() ? "CHECK( init(main()), LTL(" : "";
  for (const std::string& token : tokens) text += token + " ";
  const auto file = parsePropertyFile("test.prp", text);
  if (!file) RC_ASSERT(file.error().message.starts_with("test.prp:"));
  if (file) RC_ASSERT(!file->clauses.empty());
}

RC_GTEST_PROP(PropertyFile, WithAnyByteChangedIsReadOrRefused, ()) {
  std::string text = check("G ! call(reach_error())") + check("G valid-deref");
  const auto changes = *rc::gen::container<std::vector<std::pair<size_t, char>>>(
      rc::gen::pair(rc::gen::inRange<size_t>(0, text.size()), rc::gen::arbitrary<char>()));
  for (const auto& [place, byte] : changes) text[place] = byte;
  const auto file = parsePropertyFile("test.prp", text);
  if (!file) RC_ASSERT(file.error().message.starts_with("test.prp:"));
}

}  // namespace
}  // namespace clew::property
