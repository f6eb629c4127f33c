#include "spec/reader.h"

#include <fmt/format.h>

#include <utility>

#include "spec/checks.h"
#include "spec/parser.h"
#include "support/text_file.h"

namespace clew::spec {

namespace {

constexpr uint64_t kLargestFile = 1 << 20;

/// What is quoted may have line breaks and worse; messages have none.
std::string oneLine(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';
  }
  return text;
}

std::string textOf(const Integer& integer) {
  std::string text;
  for (const Integer::Term& term : integer.terms) {
    if (!text.empty()) text += term.isNegative ? " - " : " + ";
    if (const auto* number = std::get_if<int64_t>(&term.value)) text += std::to_string(*number);
    if (const auto* use = std::get_if<VariableUse>(&term.value)) text += use->name;
    if (const auto* query = std::get_if<Query>(&term.value)) {
      text += fmt::format("EVAL({}, \"{}\")", query->analysis, query->question);
    }
  }
  return text;
}

std::string textOf(const Match& match) {
  switch (match.kind) {
    case Match::Kind::Text: return fmt::format("MATCH \"{}\"", match.text);
    case Match::Kind::Regex: return fmt::format("MATCH [{}]", match.text);
    case Match::Kind::Statement: return fmt::format("MATCH {{{}}}", match.pattern.text());
    case Match::Kind::Call: return fmt::format("MATCH CALL {{{}}}", match.pattern.text());
    case Match::Kind::Return: return fmt::format("MATCH RETURN {{{}}}", match.pattern.text());
    case Match::Kind::FunctionCall: return fmt::format("MATCH FUNCTIONCALL \"{}\"", match.text);
    case Match::Kind::Label: return fmt::format("MATCH LABEL \"{}\"", match.text);
    case Match::Kind::LabelRegex: return fmt::format("MATCH LABEL [{}]", match.text);
    case Match::Kind::Entry: return "MATCH ENTRY";
    case Match::Kind::Exit: return "MATCH EXIT";
    case Match::Kind::Assert: return "MATCH ASSERT";
  }
  return "";
}

}  // namespace

std::string textOf(const Automaton& automaton, uint32_t index) {
  const Condition& condition = automaton.conditions[index];
  const auto both = [&](const char* word) {
    return fmt::format("({} {} {})", textOf(automaton, condition.a), word, textOf(automaton, condition.b));
  };
  switch (condition.kind) {
    case Condition::Kind::True: return "TRUE";
    case Condition::Kind::False: return "FALSE";
    case Condition::Kind::Not: return "!" + textOf(automaton, condition.a);
    case Condition::Kind::And: return both("&&");
    case Condition::Kind::Or: return both("||");
    case Condition::Kind::Equal: return both("==");
    case Condition::Kind::NotEqual: return both("!=");
    case Condition::Kind::IntegerEqual: return textOf(condition.left) + " == " + textOf(condition.right);
    case Condition::Kind::IntegerNotEqual: return textOf(condition.left) + " != " + textOf(condition.right);
    case Condition::Kind::Match: return textOf(condition.match);
    case Condition::Kind::Check:
      return fmt::format("CHECK({}{}\"{}\")", condition.query.analysis, condition.query.analysis.empty() ? "" : ", ",
                         condition.query.question);
    case Condition::Kind::CoversLines: return fmt::format("COVERS_LINES({})", fmt::join(condition.lines, " "));
  }
  return "";
}

std::string Specification::placeText(const Place& place) const {
  return fmt::format("{}:{}:{}", files[place.file], place.line, place.column);
}

support::Result<Specification> readSpecification(const std::vector<std::string>& names, const FileSource& files) {
  Specification made;
  size_t read = 0;  // files before the one that is being read
  try {
    for (const std::string& name : names) {
      read = made.files.size();
      const size_t before = made.automata.size();
      Tokens tokens(name, files, made.files);
      Parser(tokens).parse(made);
      if (made.automata.size() == before) {
        return support::Error{oneLine(fmt::format("{}: there is no automaton in the file", name))};
      }
    }
    resolve(made);
  } catch (const Mistake& mistake) {
    if (made.files.size() == read) return support::Error{oneLine(mistake.what)};  // the file cannot be read at all
    return support::Error{oneLine(made.placeText(mistake.place) + ": " + mistake.what)};
  }
  for (std::string& warning : made.warnings) warning = oneLine(std::move(warning));
  return made;
}

support::Result<Specification> readSpecification(const std::vector<std::string>& names) {
  return readSpecification(names, [](const std::string& file) { return support::readTextFile(file, kLargestFile); });
}

}  // namespace clew::spec
