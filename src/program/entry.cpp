#include "program/entry.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <vector>

namespace clew::program {

namespace {

using support::Error;

std::string sourceNameOf(const llvm::Function& function) {
  std::string symbol = function.getName().str();
  llvm::ItaniumPartialDemangler demangler;
  if (!symbol.starts_with("_Z") || demangler.partialDemangle(symbol.c_str()) || !demangler.isFunction()) return symbol;
  char* text = demangler.getFunctionName(nullptr, nullptr);
  std::string name = text == nullptr ? symbol : text;
  std::free(text);
  return name;
}

/// As main: int or nothing as the result; nothing, or the arguments and perhaps the environment.
bool isLikeMain(const llvm::Function& function) {
  const llvm::FunctionType* type = function.getFunctionType();
  const llvm::Type* result = type->getReturnType();
  if (type->isVarArg() || !(result->isVoidTy() || result->isIntegerTy(32))) return false;
  const unsigned count = type->getNumParams();
  if (count == 0) return true;
  const bool hasArguments =
      count >= 2 && type->getParamType(0)->isIntegerTy(32) && type->getParamType(1)->isPointerTy();
  return hasArguments && (count == 2 || (count == 3 && type->getParamType(2)->isPointerTy()));
}

}  // namespace

bool isCalled(const llvm::Function& function, const std::string& name) {
  return function.getName() == name || sourceNameOf(function) == name;
}

std::optional<Error> enterAt(llvm::Module& module, const std::string& name) {
  std::vector<llvm::Function*> found;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && isCalled(function, name)) found.push_back(&function);
  }
  if (found.empty()) {
    const char* hint = name == "main" ? "" : " (clang leaves out a static or inline one that nobody calls)";
    return Error{fmt::format("the program has no function {}{}", name, hint)};
  }
  if (found.size() > 1) return Error{fmt::format("the program has several functions {}; give the symbol", name)};
  if (!isLikeMain(*found.front())) {
    return Error{
        fmt::format("{} cannot be called as main is: expected int or void, and (void) or (int, char **)", name)};
  }
  if (found.front()->getName() == "main") return std::nullopt;
  if (llvm::Function* main = module.getFunction("main")) main->setName("main.not_called");
  found.front()->setName("main");
  found.front()->setLinkage(llvm::GlobalValue::ExternalLinkage);
  return std::nullopt;
}

}  // namespace clew::program
