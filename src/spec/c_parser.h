// Reads the pieces of C inside of specifications, by precedence.
#pragma once

#include <string>

#include "spec/c_expression.h"
#include "spec/tokens.h"

namespace clew::spec {

class CParser {
 public:
  explicit CParser(Tokens& tokens) : tokens_(tokens) {}

  /// An expression; no assignments.
  CExpression expression();
  /// A statement without its semicolon: a call, an assignment, a declaration with one, [a condition], or the return of
  /// a value; whatever else is read as an expression.
  StatementPattern statement();

 private:
  void assignment();
  bool atDeclaration();
  std::string declaredType();
  uint32_t one(const Place& place);
  uint32_t changedBy(uint32_t changed, std::string operation, uint32_t by, const Place& place);
  uint32_t conditional();
  uint32_t binary(int lowest);
  uint32_t unary();
  uint32_t postfix();
  uint32_t primary();
  uint32_t parenthesised();
  uint32_t variable();
  uint32_t number();
  uint32_t joker();
  uint32_t cast(const Place& place);
  std::string type();
  std::vector<uint32_t> arguments(uint32_t callee);
  uint32_t add(CNode::Kind kind, const Place& place, std::string text, std::vector<uint32_t> children = {});

  Tokens& tokens_;
  CExpression made_;
  size_t depth_ = 0;
};

}  // namespace clew::spec
