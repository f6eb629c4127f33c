// The parser: recursive descent, with C's precedences.
#include "property/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "property/expression_builder.h"
#include "property/lexer.h"
#include "property/literals.h"
#include "property/names.h"

namespace clew::property {

namespace {

using program::Program;
using program::Type;

constexpr size_t kLongestText = 4096;
constexpr unsigned kDeepestNesting = 800;

constexpr std::array kBinary = {
    Binary{"*", 10, Operation::Multiply},
    Binary{"/", 10, Operation::Divide},
    Binary{"%", 10, Operation::Remainder},
    Binary{"+", 9, Operation::Add},
    Binary{"-", 9, Operation::Subtract},
    Binary{"<<", 8, Operation::ShiftLeft},
    Binary{">>", 8, Operation::ShiftRight},
    Binary{"<", 7, Operation::Less},
    Binary{"<=", 7, Operation::LessEqual},
    Binary{">", 7, Operation::Less, true},
    Binary{">=", 7, Operation::LessEqual, true},
    Binary{"==", 6, Operation::Equal},
    Binary{"!=", 6, Operation::NotEqual},
    Binary{"&", 5, Operation::BitAnd},
    Binary{"^", 4, Operation::BitXor},
    Binary{"|", 3, Operation::BitOr},
    Binary{"&&", 2, Operation::And},
    Binary{"||", 1, Operation::Or},
};

}  // namespace

class ExpressionParser : private ExpressionBuilder {
 public:
  ExpressionParser(std::string_view text, Expression::Kind kind, const Program& program, std::span<const Local> locals)
      : ExpressionBuilder(program), kind_(kind), locals_(locals), lexer_(made_.text_) {
    made_.text_ = text;
    lexer_ = Lexer(made_.text_);
  }

  Expression parse() {
    token_ = lexer_.at(0);
    const Operand whole = implication();
    if (kind_ == Expression::Kind::Place && whole.isPlace && whole.field.bitWidth == 0) {
      made_.root_ = whole.node;
      made_.typeOfPlace_ = whole.type;
    } else {
      made_.root_ = value(whole);
    }
    if (token_.kind != Token::Kind::End) {
      throw Mistake{token_.begin, token_.text == "=" ? "an invariant changes nothing; equality is =="
                                                     : fmt::format("'{}' does not fit here", token_.text)};
    }
    if (kind_ == Expression::Kind::Next) {
      if (!made_.nodes_[made_.root_].hasNext) throw Mistake{0, "nothing in it is next(...); use --invariant"};
      assignSlots(made_.root_);
    }
    std::sort(made_.globals_.begin(), made_.globals_.end());
    made_.globals_.erase(std::unique(made_.globals_.begin(), made_.globals_.end()), made_.globals_.end());
    return std::move(made_);
  }

 private:
  /// Counts how deep calls nest, so that no text can exhaust the stack.
  class Level {
   public:
    explicit Level(ExpressionParser& parser) : parser_(parser) {
      if (++parser_.depth_ > kDeepestNesting) throw Mistake{parser_.token_.begin, "the expression nests too deeply"};
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    ExpressionParser& parser_;
  };

  // ---- words ----

  bool isAt(std::string_view symbol) const { return token_.kind == Token::Kind::Symbol && token_.text == symbol; }
  void advance() {
    lastEnd_ = token_.end;
    token_ = lexer_.at(token_.end);
  }
  bool take(std::string_view symbol) {
    if (!isAt(symbol)) return false;
    advance();
    return true;
  }
  void expect(std::string_view symbol) {
    if (!take(symbol)) throw Mistake{token_.begin, fmt::format("'{}' is missing", symbol)};
  }

  // ---- expressions, from the loosest to the tightest; what no operator touches stays a place ----

  Operand implication() {
    const Level level(*this);
    const size_t begin = token_.begin;
    const Operand left = conditional();
    if (!isAt("=>")) return left;
    const uint32_t condition = value(left);
    advance();
    const uint32_t consequence = value(implication());
    return result(add(Operation::Implies, kInt, begin, condition, consequence), begin);
  }

  Operand conditional() {
    const Level level(*this);
    const size_t begin = token_.begin;
    const Operand first = binary(1);
    if (!isAt("?")) return first;
    const uint32_t condition = value(first);
    advance();
    uint32_t yes = value(implication());
    expect(":");
    uint32_t no = value(conditional());
    ValueType type = pointerTo(0);
    if (isPointer(yes) || isPointer(no)) {
      if (!(isPointer(yes) && isPointer(no)) && !isZero(yes) && !isZero(no))
        throw Mistake{begin, "one side of ':' is a pointer, the other is not"};
      type.target = isPointer(yes) ? node(yes).type.target : node(no).type.target;
    } else {
      type = common(node(yes).type, node(no).type);
      yes = convert(yes, type);
      no = convert(no, type);
    }
    Node made;
    made.operation = Operation::Conditional;
    made.type = type;
    made.a = condition;
    made.b = yes;
    made.c = no;
    return result(add(made, begin), begin);
  }

  Operand binary(unsigned lowest) {
    const size_t begin = token_.begin;
    Operand operand = unary();
    while (token_.kind == Token::Kind::Symbol) {
      const auto known =
          std::find_if(kBinary.begin(), kBinary.end(), [&](const Binary& each) { return each.symbol == token_.text; });
      if (known == kBinary.end() || known->precedence < lowest) break;
      const uint32_t left = value(operand);
      advance();
      const Level level(*this);
      const uint32_t right = value(binary(known->precedence + 1));
      operand =
          result(known->swapped ? combine(*known, right, left, begin) : combine(*known, left, right, begin), begin);
    }
    return operand;
  }

  Operand unary() {
    const Level level(*this);
    const size_t begin = token_.begin;
    if (take("-") || take("+")) return sign(made_.text_[begin] == '-', begin);
    if (take("~")) {
      const uint32_t operand = value(unary());
      requireInteger(operand, "~");
      const uint32_t wide = convert(operand, promoted(node(operand).type));
      return result(add(Operation::Complement, node(wide).type, begin, wide), begin);
    }
    if (take("!")) return result(add(Operation::Not, kInt, begin, value(unary())), begin);
    if (take("*")) {
      const uint32_t pointer = followed(unary(), "*");
      return placeAt(pointer, node(pointer).type.target, begin);
    }
    if (take("&")) {
      const Operand place = unary();
      if (!place.isPlace) throw Mistake{begin, "'&' needs something that lies in memory"};
      if (place.field.bitWidth > 0) throw Mistake{begin, "a bit-field has no address"};
      return result(add(Operation::Offset, pointerTo(place.type), begin, place.node), begin);
    }
    if (isAt("++") || isAt("--")) throw Mistake{begin, "an invariant changes nothing"};
    if (token_.kind == Token::Kind::Name && token_.text == "sizeof") return sizeOf();
    if (isAt("(") && startsType(lexer_.at(token_.end))) {
      advance();
      const ValueType type = typeName();
      expect(")");
      const uint32_t operand = value(unary());
      if (isPointer(operand) && type.kind == ValueType::Kind::Floating)
        throw Mistake{begin, "a pointer is no floating-point number"};
      return result(convert(operand, type), begin);
    }
    return postfix();
  }

  Operand sign(bool minus, size_t begin) {
    const uint32_t operand = value(unary());
    requireNumber(operand, minus ? "-" : "+");
    const uint32_t wide = convert(operand, promoted(node(operand).type));
    return result(minus ? add(Operation::Negate, node(wide).type, begin, wide) : wide, begin);
  }

  static Operand result(uint32_t node, size_t begin) { return {node, false, 0, {}, begin}; }

  Operand sizeOf() {
    const size_t begin = token_.begin;
    advance();
    uint64_t size = 0;
    if (isAt("(") && startsType(lexer_.at(token_.end))) {
      advance();
      size = typeName().bytes;
      expect(")");
    } else {
      const Operand operand = unary();
      if (operand.isPlace && operand.field.bitWidth > 0) throw Mistake{begin, "a bit-field has no size"};
      size = operand.isPlace ? program_.types[operand.type].size : node(operand.node).type.bytes;
    }
    return result(constant(size, integer(longBytes(), false), begin), begin);
  }

  static bool startsType(const Token& token) { return token.kind == Token::Kind::Name && isTypeWord(token.text); }

  ValueType typeName() {
    const size_t begin = token_.begin;
    std::optional<ValueType> fixed;
    unsigned longs = 0;
    bool isUnsigned = false;
    bool isShort = false;
    std::string_view base;
    while (startsType(token_)) {
      const std::string_view word = token_.text;
      if (word == "long") {
        ++longs;
      } else if (word == "unsigned") {
        isUnsigned = true;
      } else if (word == "short") {
        isShort = true;
      } else if (auto known = fixedType(word, longBytes())) {
        fixed = known;
      } else if (word == "char" || word == "float" || word == "double" || word == "bool" || word == "_Bool") {
        base = word;
      }
      advance();
    }
    if (isAt("*")) throw Mistake{token_.begin, "casts to pointers are not supported"};
    if (fixed) return *fixed;
    if (base == "char") return integer(1, !isUnsigned);
    if (base == "bool" || base == "_Bool") return {ValueType::Kind::Integer, 1, false, true, 0};
    if (base == "float") return {ValueType::Kind::Floating, 4, true, false, 0};
    if (base == "double" && longs > 0) throw Mistake{begin, "values of the type 'long double' are not supported"};
    if (base == "double") return kDouble;
    return integer(isShort ? 2 : longs > 1 ? 8 : longs > 0 ? longBytes() : 4, !isUnsigned);
  }

  Operand postfix() {
    const size_t begin = token_.begin;
    Operand operand = primary();
    while (true) {
      if (take("[")) {
        operand = element(operand);
      } else if (take(".")) {
        if (!operand.isPlace) throw Mistake{operand.begin, "'.' needs a structure"};
        operand = field(operand.node, operand.type, begin);
      } else if (take("->")) {
        const uint32_t pointer = followed(operand, "->");
        operand = field(pointer, node(pointer).type.target, begin);
      } else if (isAt("(")) {
        throw Mistake{token_.begin, "calls are not possible here"};
      } else if (isAt("++") || isAt("--")) {
        throw Mistake{token_.begin, "an invariant changes nothing"};
      } else {
        return operand;
      }
    }
  }

  Operand element(const Operand& base) {
    uint32_t address = base.node;
    uint32_t type = 0;
    uint64_t limit = 0;
    if (base.isPlace && program_.types[base.type].kind == Type::Kind::Array) {
      const Type& array = program_.types[base.type];
      type = array.element;
      if (program_.types[type].size > 0) limit = array.size / program_.types[type].size;
    } else {
      address = followed(base, "[]");
      type = node(address).type.target;
    }
    const uint32_t index = value(implication());
    requireInteger(index, "[]");
    expect("]");
    if (program_.types[type].size == 0) throw Mistake{base.begin, "the size of the elements is not known"};
    const uint32_t made = add(Operation::Index, pointerTo(type), base.begin, address, index, program_.types[type].size);
    made_.nodes_[made].limit = limit;
    return placeAt(made, type, base.begin);
  }

  Operand field(uint32_t address, uint32_t structure, size_t begin) {
    if (token_.kind != Token::Kind::Name) throw Mistake{token_.begin, "the name of a field is missing"};
    if (program_.types[structure].kind != Type::Kind::Structure)
      throw Mistake{token_.begin, fmt::format("'{}' is a field of something that is no structure", token_.text)};
    auto found = findField(program_, structure, token_.text);
    if (!found) throw Mistake{token_.begin, found.error().message};
    advance();
    const uint32_t place = add(Operation::Offset, pointerTo(found->type), begin, address, kNoNode, found->offset);
    Operand made = placeAt(place, found->type, begin);
    made.field = *found;
    return made;
  }

  Operand primary() {
    const size_t begin = token_.begin;
    if (const size_t length = filePrefix(program_, std::string_view(made_.text_).substr(begin)); length > 0) {
      const std::string_view file = std::string_view(made_.text_).substr(begin, length);
      token_ = lexer_.at(begin + length + 1);
      return named(file, begin);
    }
    switch (token_.kind) {
      case Token::Kind::Integer:
      case Token::Kind::Floating:
      case Token::Kind::Character: return literal();
      case Token::Kind::Name: return named({}, begin);
      default: break;
    }
    if (take("(")) {
      Operand inner = implication();
      expect(")");
      inner.begin = begin;
      return inner;
    }
    if (token_.kind == Token::Kind::End) throw Mistake{begin, "an expression is missing"};
    throw Mistake{begin, fmt::format("an expression is missing before '{}'", token_.text)};
  }

  Operand named(std::string_view file, size_t begin) {
    const Token name = token_;
    if (file.empty()) {
      if (name.text == "true" || name.text == "false") return keyword(name.text == "true" ? 1 : 0, kInt);
      if (name.text == "NULL" || name.text == "nullptr") return keyword(0, pointerTo(0));
      if (name.text == "next" && lexer_.at(token_.end).text == "(") return next();
      if (isTypeWord(name.text)) throw Mistake{begin, fmt::format("'{}' is a type, not a value", name.text)};
      const auto local =
          std::find_if(locals_.begin(), locals_.end(), [&](const Local& each) { return each.name == name.text; });
      if (local != locals_.end()) {
        advance();
        return placeAt(constant(local->address, pointerTo(local->type), begin), local->type, begin);
      }
    }
    const auto found = findName(program_, file, name.text);
    if (!found) throw Mistake{begin, found.error().message};
    advance();
    if (found->global == program::kNone) {
      const bool small = found->constant == static_cast<int32_t>(found->constant);
      return result(constant(static_cast<uint64_t>(found->constant), small ? kInt : kLongLong, begin), begin);
    }
    made_.globals_.push_back(found->global);
    const program::Global& global = program_.globals[found->global];
    const uint32_t address = constant(global.address, pointerTo(global.type), begin);
    return placeAt(address, global.type, begin);
  }

  Operand literal() {
    const Literal literal = readLiteral(token_, longBytes());
    return keyword(literal.value, literal.type);
  }

  Operand keyword(uint64_t value, ValueType type) {
    const size_t begin = token_.begin;
    advance();
    return result(constant(value, type, begin), begin);
  }

  Operand next() {
    const size_t begin = token_.begin;
    if (kind_ != Expression::Kind::Next) throw Mistake{begin, "next(...) belongs into --next"};
    if (inNext_) throw Mistake{begin, "next(...) inside next(...)"};
    advance();
    expect("(");
    inNext_ = true;
    const uint32_t inner = value(implication());
    inNext_ = false;
    expect(")");
    return result(add(Operation::Next, node(inner).type, begin, inner), begin);
  }

  Expression::Kind kind_;
  std::span<const Local> locals_;
  Lexer lexer_;
  Token token_;
  unsigned depth_ = 0;
  bool inNext_ = false;
};

support::Result<Expression> Expression::parse(std::string_view text, Kind kind, const Program& program,
                                              std::span<const Local> locals) {
  if (text.size() > kLongestText) {
    return support::Error{fmt::format("the expression is longer than {} characters", kLongestText)};
  }
  try {
    return ExpressionParser(text, kind, program, locals).parse();
  } catch (const Mistake& mistake) {
    return support::Error{fmt::format("column {}: {}", mistake.place + 1, mistake.what)};
  }
}

}  // namespace clew::property
