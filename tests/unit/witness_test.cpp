#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "witness/constraint.h"
#include "witness/graphml_writer.h"
#include "witness/reader.h"
#include "witness/xml.h"
#include "witness/yaml_writer.h"

namespace clew::witness {
namespace {

Waypoint waypoint(Kind kind, uint32_t line, std::string constraint = "") {
  Waypoint made;
  made.kind = kind;
  made.place = {"folder/a \"quoted\" name.c", line, 0, ""};
  made.constraint = std::move(constraint);
  return made;
}

Witness sample() {
  Witness witness;
  witness.metadata = {"00000000-0000-4000-8000-000000000000",
                      "2024-01-01T00:00:00Z",
                      "Clew",
                      "1",
                      {{"a.c", std::string(64, '0')}},
                      "CHECK( init(main()), LTL(G ! overflow) )",
                      "LP64"};
  Waypoint input = waypoint(Kind::FunctionReturn, 3, "\\result == -5");
  input.function = "__VERIFIER_nondet_int";
  witness.segments.push_back({{input}});
  Waypoint avoided = waypoint(Kind::Branching, 4, "true");
  avoided.isAvoided = true;
  witness.segments.push_back({{avoided, waypoint(Kind::Branching, 5, "false")}});
  witness.segments.push_back({{waypoint(Kind::Target, 9)}});
  return witness;
}

void expectSame(const Witness& one, const Witness& other) {
  ASSERT_EQ(one.segments.size(), other.segments.size());
  EXPECT_EQ(one.metadata.specification, other.metadata.specification);
  EXPECT_EQ(one.metadata.dataModel, other.metadata.dataModel);
  for (size_t i = 0; i < one.segments.size(); ++i) {
    ASSERT_EQ(one.segments[i].waypoints.size(), other.segments[i].waypoints.size());
    for (size_t k = 0; k < one.segments[i].waypoints.size(); ++k) {
      const Waypoint& a = one.segments[i].waypoints[k];
      const Waypoint& b = other.segments[i].waypoints[k];
      EXPECT_EQ(a.kind, b.kind);
      EXPECT_EQ(a.isAvoided, b.isAvoided);
      EXPECT_EQ(a.place.file, b.place.file);
      EXPECT_EQ(a.place.line, b.place.line);
      EXPECT_EQ(a.constraint, b.constraint);
    }
  }
}

TEST(Witness, YamlIsReadAsItWasWritten) {
  const auto read = parseWitness("w.yml", yamlText(sample()));
  ASSERT_TRUE(read) << read.error().message;
  expectSame(sample(), *read);
}

TEST(Witness, GraphmlIsReadAsItWasWritten) {
  const auto read = parseWitness("w.graphml", graphmlText(sample()));
  ASSERT_TRUE(read) << read.error().message;
  expectSame(sample(), *read);
  EXPECT_EQ(read->segments[0].waypoints[0].function, "__VERIFIER_nondet_int");
}

TEST(Witness, ThreadsAreKeptInBothFormats) {
  Witness witness = sample();
  witness.segments[0].waypoints[0].thread = 0;
  witness.segments[0].waypoints[0].creates = 1;
  witness.segments[1].waypoints[1].thread = 1;
  for (const std::string& text : {yamlText(witness), graphmlText(witness)}) {
    const auto read = parseWitness("w", text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->segments[0].waypoints[0].thread, 0u);
    EXPECT_EQ(read->segments[1].waypoints[1].thread, 1u);
  }
  EXPECT_NE(yamlText(witness).find("format_version: \"2.2\""), std::string::npos);
  EXPECT_NE(yamlText(sample()).find("format_version: \"2.0\""), std::string::npos);
}

TEST(Witness, CorrectnessWitnessesAreToldApart) {
  Witness witness = sample();
  witness.isViolation = false;
  witness.segments.clear();
  for (const std::string& text : {yamlText(witness), graphmlText(witness)}) {
    const auto read = parseWitness("w", text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read->isViolation);
  }
}

RC_GTEST_PROP(Witness, AnyTextSurvivesYaml, (const std::string& name)) {
  std::string plain;
  for (const char c : name) plain += static_cast<unsigned char>(c) < 0x80 && c != 0 ? c : 'x';
  Witness witness = sample();
  witness.segments[0].waypoints[0].place.file = "f" + plain;
  const auto read = parseYaml("w.yml", yamlText(witness));
  RC_ASSERT(static_cast<bool>(read));
  RC_ASSERT(read->segments[0].waypoints[0].place.file == "f" + plain);
}

TEST(Witness, MalformedFilesEndInOneLine) {
  const std::string entry = "- entry_type: violation_sequence\n  metadata: {format_version: \"2.0\"}\n";
  const std::string target = "{type: target, action: follow, location: {file_name: a.c, line: 1}}";
  const std::string graph = "<graphml><graph><data key='witness-type'>violation_witness</data>";
  for (const std::string& text : {
           std::string(""),
           std::string("\n \n"),
           std::string("nothing"),
           std::string("- 3"),
           std::string("{"),
           std::string("[[[[["),
           std::string(100'000, '['),
           std::string("- entry_type: violation_sequence"),
           entry + "  content: 3\n",
           entry + "  content: []\n",
           entry + "  content: [{segment: []}]\n",
           entry + "  content: [{segment: [{waypoint: {type: leap, action: follow}}]}]\n",
           entry + "  content: [{segment: [{waypoint: {type: assumption, action: follow, location: {file_name: a, "
                   "line: 1}}}]}]\n",
           entry + "  content: [{segment: [{waypoint: {type: target, action: follow, location: {file_name: a, line: "
                   "0}}}]}]\n",
           entry + "  content: [{segment: [{waypoint: " + target + "}]}, {segment: [{waypoint: " + target + "}]}]\n",
           std::string("- entry_type: violation_sequence\n  metadata: {format_version: \"3.0\"}\n  content: []\n"),
           std::string("<"),
           std::string("<graphml>"),
           std::string("<!DOCTYPE a [<!ENTITY b \"c\">]><graphml/>"),
           std::string("<graphml><graph/></graphml>"),
           std::string("<graphml>&unknown;</graphml>"),
           std::string("<graphml></graph>"),
           graph + "</graph></graphml>",
           graph + "<node id='a'><data key='entry'>true</data></node></graph></graphml>",
           graph + "<node id='a'/><node id='a'/></graph></graphml>",
           graph + "<edge source='a' target='b'/></graph></graphml>",
           std::string("<graphml>") + std::string(5000, ' ') + "<a>",
       }) {
    const auto read = parseWitness("w", text);
    ASSERT_FALSE(read) << text.substr(0, 200);
    EXPECT_TRUE(read.error().message.starts_with("w")) << read.error().message;
    EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
  }
}

TEST(Witness, DocumentsThatStandForMoreThanTheyAreAreRefused) {
  EXPECT_NE(parseYaml("w", "- &a [1]\n- [*a, *a]\n").error().message.find("aliases"), std::string::npos);
  std::string many;
  for (int i = 0; i < 600'000; ++i) many += "- a\n";
  EXPECT_NE(parseYaml("w", many).error().message.find("too large"), std::string::npos);
}

TEST(Witness, NestedElementsAreBounded) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_FALSE(parseXml("w", deep));
}

TEST(Witness, XmlIsReadWithEntitiesCommentsAndSections) {
  const auto read =
      parseXml("w", "<?xml version='1.0'?><!-- a --><r k=\"1 &lt; 2\">a&#65;&#x42;<![CDATA[<&]]><c/></r>\n");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->attribute("k"), "1 < 2");
  EXPECT_EQ(read->text, "aAB<&");
  ASSERT_EQ(read->children.size(), 1u);
}

std::optional<bool> holds(const std::string& text, const std::vector<Value>& values = {}) {
  const auto constraint = Constraint::parse(text);
  if (!constraint) return std::nullopt;
  return constraint->holds(values);
}

TEST(Constraint, ComputesLikeC) {
  EXPECT_EQ(holds("1"), true);
  EXPECT_EQ(holds("0"), false);
  EXPECT_EQ(holds("1 + 2 * 3 == 7 && !(2 > 3)"), true);
  EXPECT_EQ(holds("0x10 == 16 && 010 == 8 && 5U == 5"), true);
  EXPECT_EQ(holds("(int)5 == -(-5)"), true);
  EXPECT_EQ(holds("1 << 3 | 1 == 9"), true);  // as C has it: 8 | (1 == 9)
  EXPECT_EQ(holds("x == 5", {{5, false}}), true);
  EXPECT_EQ(holds("x < y && y < 3", {{1, false}, {2, false}}), true);
  EXPECT_EQ(holds("\\result == -5", {{-5, false}}), true);
}

TEST(Constraint, SaysNothingWhereCDiffers) {
  EXPECT_EQ(holds("x - 1 > 0", {{0, true}}), std::nullopt);  // wraps around
  EXPECT_EQ(holds("x > -1", {{0, true}}), std::nullopt);     // -1 becomes large
  EXPECT_EQ(holds("1 / x", {{0, false}}), std::nullopt);
  EXPECT_EQ(holds("(char)x == 1", {{257, false}}), std::nullopt);
  EXPECT_EQ(holds("f(x)"), std::nullopt);
  EXPECT_EQ(holds("p->x == 1"), std::nullopt);
  EXPECT_EQ(holds("a[1] == 1"), std::nullopt);
  EXPECT_EQ(holds("*p == 1"), std::nullopt);
  EXPECT_EQ(holds(std::string(100'000, '(')), std::nullopt);
  EXPECT_EQ(holds(std::string(10'000, '!') + "x", {{0, false}}), std::nullopt);
}

TEST(Constraint, KnowsTheNumberThatAResultIsEqualTo) {
  const auto resultOf = [](const char* text) { return Constraint::parse(text)->result(); };
  EXPECT_EQ(resultOf("\\result == 5"), "5");
  EXPECT_EQ(resultOf("\\result == -2147483648"), "-2147483648");
  EXPECT_EQ(resultOf("7 == \\result"), "7");
  EXPECT_EQ(resultOf("\\result == 18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(resultOf("\\result == 1.5"), "1.5");
  EXPECT_EQ(resultOf("\\result == -1e-05"), "-1e-05");
  EXPECT_EQ(resultOf("\\result > 5"), "");
  EXPECT_EQ(resultOf("\\result == 5 || \\result == 6"), "");
}

RC_GTEST_PROP(Constraint, ComparisonsAgreeWithOurs, (int32_t a, int32_t b, int32_t c)) {
  const std::string text = "(x + y < z) == (z > y + x) && x * y - z <= " + std::to_string(INT64_C(1) << 62);
  RC_ASSERT(holds(text, {{a, false}, {b, false}, {c, false}}) == true);
  const std::string other = "x < y || x == y || x > z";
  RC_ASSERT(holds(other, {{a, false}, {b, false}, {c, false}}) == (a <= b || a > c));
}

}  // namespace
}  // namespace clew::witness
