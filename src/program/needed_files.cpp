#include "program/needed_files.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "program/compile.h"
#include "program/embedded.h"
#include "program/entry.h"
#include "support/demangle.h"
#include "support/text_file.h"

namespace clew::program {

namespace {

using support::Error;
using support::Result;

constexpr uint64_t kLargestSource = 16 << 20;
constexpr uint64_t kMostText = uint64_t{1} << 30;

bool isOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The identifier by which the source speaks of a symbol: f of _ZN2ns1fEi, T of the constructor and the table of a
/// class T.
std::string identifierOf(const std::string& symbol) {
  std::string text = support::demangled(symbol);
  if (const size_t parameters = text.find('(', 1); parameters != std::string::npos) text.resize(parameters);
  if (const size_t arguments = text.find_first_of("<["); arguments != std::string::npos) text.resize(arguments);
  size_t end = text.size();
  while (end > 0 && !isOfName(text[end - 1])) --end;
  size_t begin = end;
  while (begin > 0 && isOfName(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

/// Names that belong to the compiler and its libraries: no project defines them.
bool isReserved(const std::string& symbol) {
  if (symbol.starts_with("__") || symbol.starts_with("llvm.")) return true;
  const std::string text = support::demangled(symbol);
  constexpr std::string_view kOf = " for ";  // vtable for std::exception
  const size_t kind = text.find(kOf);
  return text.substr(kind == std::string::npos ? 0 : kind + kOf.size()).starts_with("std::");
}

/// Behind the parenthesis that is closed after `open`; the end of the text if that is far away.
size_t behindParentheses(const std::string& text, size_t open) {
  constexpr size_t kFar = 4000;
  size_t depth = 0;
  for (size_t at = open; at < text.size() && at < open + kFar; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return text.size();
}

/// Whether a function may be defined by a name that ends here: behind its parameters a body begins, or the list of a
/// constructor. That macros can hide this, or look like it, costs a file that is not found, or one that is compiled in
/// vain.
bool looksDefined(const std::string& text, size_t end) {
  size_t at = text.find_first_not_of(" \t\r\n", end);
  if (at == std::string::npos || text[at] != '(') return false;
  constexpr size_t kLongest = 200;  // of what stands between parameters and body
  at = behindParentheses(text, at);
  for (const size_t last = std::min(text.size(), at + kLongest); at < last;) {
    const char c = text[at];
    if (c == '{' || c == ':') return true;
    if (c == '(') {
      at = behindParentheses(text, at);  // noexcept(...), __attribute__((...))
    } else if (isOfName(c) || std::string_view(" \t\r\n&*<>-[]").find(c) != std::string_view::npos) {
      ++at;
    } else {
      return false;
    }
  }
  return false;
}

/// What a compiled file has and wants.
struct Symbols {
  std::set<std::string> defined;       // so that no other file may
  std::map<std::string, bool> wanted;  // whether it is a function
  bool hasEntry = false;
};

Symbols symbolsOf(const llvm::Module& module, const std::string& entry) {
  Symbols symbols;
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (value.isDeclaration()) {
      if (!isReserved(value.getName().str())) symbols.wanted.emplace(value.getName(), llvm::isa<llvm::Function>(value));
    } else if (!value.hasLocalLinkage() && !value.isWeakForLinker()) {
      symbols.defined.insert(value.getName().str());
    }
  }
  for (const llvm::Function& function : module) {
    symbols.hasEntry |= !function.isDeclaration() && isCalled(function, entry);
  }
  return symbols;
}

class Search {
 public:
  Search(const std::vector<Compilation>& all, const Input& input) : all_(all), input_(input) {}

  Result<std::vector<size_t>> find(const std::vector<size_t>& given) {
    if (folder_.path().empty()) return Error{"cannot create a temporary folder"};
    if (auto error = readTexts()) return *error;
    readLibrary();
    for (const size_t file : given) {
      if (auto error = take(file)) return *error;
    }
    if (!hasEntry_) {
      if (auto error = takeEntry()) return *error;
    }
    while (!wanted_.empty()) {
      const auto [symbol, isFunction] = *wanted_.begin();
      wanted_.erase(wanted_.begin());
      if (auto error = takeDefinitionOf(symbol, isFunction)) return *error;
    }
    return taken_;
  }

 private:
  /// Where each identifier occurs. Files that cannot be read are for clang to complain about, if they are needed.
  std::optional<Error> readTexts() {
    uint64_t bytes = 0;
    for (size_t file = 0; file < all_.size(); ++file) {
      const auto text = support::readTextFile(all_[file].file, kLargestSource);
      if (!text) continue;
      bytes += text->size();
      if (bytes > kMostText) return Error{"there is too much source text; name the files that are meant"};
      for (size_t at = 0; at < text->size();) {
        size_t end = at;
        while (end < text->size() && isOfName((*text)[end])) ++end;
        if (end > at) note(text->substr(at, end - at), file, looksDefined(*text, end));
        at = std::max(end, at + 1);
      }
    }
    return std::nullopt;
  }

  void note(const std::string& identifier, size_t file, bool mayBeDefinition) {
    const auto add = [&](std::vector<size_t>& files) {
      if (files.empty() || files.back() != file) files.push_back(file);
    };
    add(places_[identifier].anywhere);
    if (mayBeDefinition || identifier == "operator") add(places_[identifier].definitions);
  }

  /// What clew itself brings is not looked for.
  void readLibrary() {
    for (const std::string_view bytes : {embeddedRuntime(64), embeddedCxxRuntime(64)}) {
      const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "runtime");
      auto module = llvm::getLazyBitcodeModule(buffer, context_);
      if (!module) {
        llvm::consumeError(module.takeError());
        continue;
      }
      for (const llvm::GlobalValue& value : (*module)->global_values()) {
        if (!value.isDeclaration()) library_.insert(value.getName().str());
      }
    }
  }

  Result<Symbols> read(const std::string& file) {
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::getLazyIRFileModule(file, diagnostic, context_);
    if (module == nullptr) return Error{fmt::format("{}: {}", file, diagnostic.getMessage().str())};
    return symbolsOf(*module, input_.entry);
  }

  /// Compiles a file if that has not been done.
  Result<const Symbols*> symbolsOfFile(size_t file) {
    if (const auto known = compiled_.find(file); known != compiled_.end()) return &known->second;
    std::vector<std::string> flags = all_[file].flags;
    flags.insert(flags.end(), input_.clangFlags.begin(), input_.clangFlags.end());
    flags.emplace_back("-w");  // those that are taken are compiled again, and warned of then
    const auto name = compile(all_[file].file, flags, folder_, file);
    if (!name) return name.error();
    auto symbols = read(*name);
    if (!symbols) return symbols.error();
    return &compiled_.emplace(file, std::move(*symbols)).first->second;
  }

  void add(const Symbols& symbols) {
    defined_.insert(symbols.defined.begin(), symbols.defined.end());
    for (const auto& [symbol, isFunction] : symbols.wanted) {
      if (!asked_.contains(symbol)) wanted_.emplace(symbol, isFunction);
    }
    hasEntry_ |= symbols.hasEntry;
  }

  std::optional<Error> take(size_t file) {
    if (std::find(taken_.begin(), taken_.end(), file) != taken_.end()) return std::nullopt;
    const auto symbols = symbolsOfFile(file);
    if (!symbols) return symbols.error();
    taken_.push_back(file);
    add(**symbols);
    return std::nullopt;
  }

  /// The files whose text has the identifier, of a function where it may be defined, and of which `fits` holds.
  template <typename Fits>
  Result<std::vector<size_t>> filesWith(const std::string& identifier, bool isFunction, const Fits& fits) {
    std::vector<size_t> found;
    const auto places = places_.find(identifier);
    if (places == places_.end()) return found;
    for (const size_t file : isFunction ? places->second.definitions : places->second.anywhere) {
      const auto symbols = symbolsOfFile(file);
      if (!symbols) return symbols.error();
      if (fits(**symbols)) found.push_back(file);
      if (found.size() == 2) break;  // that is one too many already
    }
    return found;
  }

  Error severalError(const std::string& name, const std::vector<size_t>& files) const {
    return Error{fmt::format("{} is defined by {} and {}; name the file that is meant", support::demangled(name),
                             all_[files[0]].file, all_[files[1]].file)};
  }

  std::optional<Error> takeEntry() {
    const auto files =
        filesWith(identifierOf(input_.entry), true, [](const Symbols& symbols) { return symbols.hasEntry; });
    if (!files) return files.error();
    if (files->empty()) return Error{fmt::format("no file has a function {}", input_.entry)};
    if (files->size() > 1) return severalError(input_.entry, *files);
    return take(files->front());
  }

  /// What nobody defines is left to the library, or to the run, which ends where it is called.
  std::optional<Error> takeDefinitionOf(const std::string& symbol, bool isFunction) {
    asked_.insert(symbol);
    if (defined_.contains(symbol) || library_.contains(symbol)) return std::nullopt;
    const auto files = filesWith(identifierOf(symbol), isFunction,
                                 [&](const Symbols& symbols) { return symbols.defined.contains(symbol); });
    if (!files) return files.error();
    if (files->size() > 1) return severalError(symbol, *files);
    return files->empty() ? std::nullopt : take(files->front());
  }

  const std::vector<Compilation>& all_;
  const Input& input_;
  const TemporaryFolder folder_;
  llvm::LLVMContext context_;
  struct Places {
    std::vector<size_t> anywhere;
    std::vector<size_t> definitions;
  };
  std::unordered_map<std::string, Places> places_;
  std::map<size_t, Symbols> compiled_;
  std::set<std::string> library_;
  std::set<std::string> defined_;
  std::map<std::string, bool> wanted_;
  std::set<std::string> asked_;
  std::vector<size_t> taken_;
  bool hasEntry_ = false;
};

}  // namespace

Result<std::vector<size_t>> findNeededFiles(const std::vector<Compilation>& all, const std::vector<size_t>& given,
                                            const Input& input) {
  return Search(all, input).find(given);
}

}  // namespace clew::program
