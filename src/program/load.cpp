#include "program/load.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "program/compile.h"
#include "program/embedded.h"
#include "program/entry.h"
#include "program/lower.h"
#include "program/observe.h"
#include "program/passes.h"
#include "program/weave.h"
#include "support/sha256.h"

namespace clew::program {

namespace {

using support::Error;
using support::Result;
using ModulePointer = std::unique_ptr<llvm::Module>;
namespace fs = std::filesystem;

/// Keeps the first error that LLVM reports instead of printing it.
class FirstError : public llvm::DiagnosticHandler {
 public:
  explicit FirstError(std::string& message) : message_(message) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Error && message_.empty()) {
      llvm::raw_string_ostream stream(message_);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    return true;
  }

 private:
  std::string& message_;
};

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

bool isOneOf(const std::string& extension, std::initializer_list<const char*> known) {
  return std::find(known.begin(), known.end(), extension) != known.end();
}

/// What can be said about a file before anybody parses it.
std::optional<Error> inspect(const std::string& file) {
  std::error_code failed;
  const auto status = fs::status(file, failed);
  if (status.type() == fs::file_type::not_found) return Error{fmt::format("{}: no such file", file)};
  if (failed) return Error{fmt::format("{}: {}", file, failed.message())};
  if (fs::is_directory(status)) return Error{fmt::format("{}: is a directory, not a program", file)};
  if (fs::is_regular_file(status) && fs::file_size(file, failed) == 0) {
    return Error{fmt::format("{}: the file is empty", file)};
  }
  const std::string extension = fs::path(file).extension().string();
  if (!isOneOf(extension, {".c", ".cc", ".cpp", ".cxx", ".C", ".i", ".ii", ".ll", ".bc"})) {
    return Error{fmt::format("{}: not a program (expected .c .cc .cpp .cxx .i .ii .ll or .bc)", file)};
  }
  return std::nullopt;
}

Result<ModulePointer> read(const std::string& file, const std::string& shownAs, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  ModulePointer module = llvm::parseIRFile(file, diagnostic, context);
  if (module == nullptr) {
    const std::string line = diagnostic.getLineNo() > 0 ? fmt::format(":{}", diagnostic.getLineNo()) : "";
    return Error{fmt::format("{}{}: {}", shownAs, line, firstLine(diagnostic.getMessage().str()))};
  }
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(*module, &stream, &brokenDebugInfo)) {
    return Error{fmt::format("{}: not valid LLVM IR: {}", shownAs, firstLine(problem))};
  }
  if (brokenDebugInfo) llvm::StripDebugInfo(*module);
  const llvm::DataLayout& layout = module->getDataLayout();
  const llvm::Triple::ArchType machine = llvm::Triple(module->getTargetTriple()).getArch();
  const bool isWide = layout.getPointerSizeInBits() == 64 && machine != llvm::Triple::x86;
  const bool isNarrow = layout.getPointerSizeInBits() == 32 && machine == llvm::Triple::x86;
  if ((!isWide && !isNarrow) || layout.isBigEndian()) {
    return Error{fmt::format("{}: only little-endian programs for x86-64 and i386 are supported", shownAs)};
  }
  return module;
}

/// Functions are read when they are needed. What is weak is code of libstdc++'s headers or could stand there: it
/// touches objects of the program as the program's own code does, so other threads may see it between any two accesses.
Result<ModulePointer> readRuntime(std::string_view bytes, llvm::LLVMContext& context) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "runtime");
  auto module = llvm::getLazyBitcodeModule(buffer, context);
  if (!module) return Error{"the runtime library inside clew is damaged"};
  for (llvm::Function& function : **module) {
    if (!function.isDeclaration())
      function.addFnAttr(function.isWeakForLinker() ? kOrdinaryAttribute : kRuntimeAttribute);
  }
  // Groups decide for all of their members at once; here each name is needed or not for itself.
  for (llvm::GlobalObject& object : (*module)->global_objects()) object.setComdat(nullptr);
  for (llvm::GlobalVariable& variable : (*module)->globals()) variable.addAttribute(kRuntimeAttribute);
  return std::move(*module);
}

/// Whether something is missing that only C++ has a name for.
bool needsCxx(const llvm::Module& module) {
  const auto isCxx = [](const llvm::GlobalValue& value) {
    const llvm::StringRef name = value.getName();
    return value.isDeclaration() && (name.starts_with("_Z") || name.starts_with("__cxa_") || name.starts_with("__dyn"));
  };
  return llvm::any_of(module.functions(), isCxx) || llvm::any_of(module.globals(), isCxx);
}

/// What automata look for must stay a call, though clang may know the function.
std::vector<std::string> flagsOf(const Input& input, const std::string& file) {
  std::vector<std::string> flags;
  for (const Compilation& compilation : input.compilations) {
    if (compilation.file == file) flags = compilation.flags;
  }
  flags.insert(flags.end(), input.clangFlags.begin(), input.clangFlags.end());
  if (input.marks != nullptr) flags.emplace_back("-fno-discard-value-names");  // both ways of a branch have names
  if (input.specification == nullptr) return flags;
  const Interest interest = interestOf(*input.specification);
  for (const std::string& name : interest.functions) flags.push_back("-fno-builtin-" + name);
  // A copy of a structure and a call of memcpy would look alike.
  if (interest.inStatements) flags.emplace_back("-fno-builtin");
  return flags;
}

Result<ModulePointer> readInput(const std::string& file, const Input& input, const TemporaryFolder& folder,
                                size_t number, llvm::LLVMContext& context) {
  if (auto problem = inspect(file)) return *problem;
  const std::string extension = fs::path(file).extension().string();
  if (isOneOf(extension, {".ll", ".bc"})) return read(file, file, context);
  auto bitcode = compile(file, flagsOf(input, file), folder, number);
  if (!bitcode) return bitcode.error();
  return read(*bitcode, file, context);
}

/// Of what is executed: where the files were does not count.
std::string contentHash(const llvm::Module& module) {
  const std::unique_ptr<llvm::Module> bare = llvm::CloneModule(module);
  llvm::StripDebugInfo(*bare);
  bare->setSourceFileName("");
  bare->setModuleIdentifier("");
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*bare, stream);
  return support::sha256Text({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

unsigned pointerBitsOf(const llvm::Module& module) { return module.getDataLayout().getPointerSizeInBits(); }

Result<ModulePointer> linkAll(const Input& input, llvm::LLVMContext& context, std::string& problem) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return Error{"cannot create a temporary folder"};
  auto whole = std::make_unique<llvm::Module>("program", context);
  llvm::Linker linker(*whole);
  for (size_t i = 0; i < input.files.size(); ++i) {
    auto module = readInput(input.files[i], input, folder, i, context);
    if (!module) return module.error();
    if (i == 0) {
      whole->setDataLayout((*module)->getDataLayout());
      whole->setTargetTriple((*module)->getTargetTriple());
    }
    if (pointerBitsOf(**module) != pointerBitsOf(*whole)) {
      return Error{fmt::format("{} is a {}-bit program, {} a {}-bit one; they cannot be linked", input.files[i],
                               pointerBitsOf(**module), input.files.front(), pointerBitsOf(*whole))};
    }
    if (linker.linkInModule(std::move(*module))) {
      return Error{fmt::format("{}: cannot be linked: {}", input.files[i], firstLine(problem))};
    }
  }
  if (const auto problem = enterAt(*whole, input.entry)) {
    return Error{fmt::format("{}: {}", input.files.front(), problem->message)};
  }
  const unsigned pointerBits = pointerBitsOf(*whole);
  whole->getOrInsertFunction("__clew_start", llvm::Type::getVoidTy(context));
  if (input.unwrittenIsInput) {
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    llvm::Type* size = llvm::Type::getIntNTy(context, pointerBits);
    whole->getOrInsertFunction(kUnwrittenGiver, llvm::Type::getVoidTy(context), pointer, size, pointer);
  }
  std::vector<std::string_view> libraries;
  if (needsCxx(*whole)) {
    // Landing pads call it, which are lowered later.
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    whole->getOrInsertFunction("__clew_matches", llvm::Type::getInt32Ty(context), pointer, pointer);
    libraries.push_back(embeddedCxxRuntime(pointerBits));
  }
  libraries.push_back(embeddedRuntime(pointerBits));
  for (const std::string_view bytes : libraries) {
    auto runtime = readRuntime(bytes, context);
    if (!runtime) return runtime.error();
    if (linker.linkInModule(std::move(*runtime), llvm::Linker::LinkOnlyNeeded)) {
      return Error{fmt::format("the runtime library cannot be linked: {}", firstLine(problem))};
    }
  }
  return whole;
}

/// Damaged bitcode can make LLVM give up inside its own code; that too ends in one line.
bool reportLlvmFailures() {
  const auto giveUp = [](void*, const char* reason, bool) {
    fmt::print(stderr, "clew: the program cannot be read: {}\n", reason);
    std::_Exit(3);
  };
  llvm::install_fatal_error_handler(giveUp);
  llvm::install_bad_alloc_error_handler(giveUp);
  return true;
}

/// LLVM's things that a module needs.
struct Context {
  Context() {
    [[maybe_unused]] static const bool installed = reportLlvmFailures();
    llvm.setDiagnosticHandler(std::make_unique<FirstError>(problem));
  }
  std::string problem;
  llvm::LLVMContext llvm;
};

Result<Program> lower(llvm::Module& module, const Input& input, std::string contentHash) {
  Program program;
  program.arguments = {input.files.front()};
  program.arguments.insert(program.arguments.end(), input.arguments.begin(), input.arguments.end());
  program.input = input.input;
  program.contentHash = std::move(contentHash);
  program.errorFunctions = input.errorFunctions;
  if (input.specification != nullptr && input.isWatched) {
    if (auto failed = weave(module, *input.specification, program)) return *failed;
  }
  if (input.marks != nullptr) program.markPlaces = placeMarks(module, *input.marks);
  if (input.tellsLines) markLines(module);
  callConstructors(module);
  freezeUnwritten(module);
  markImpossibleConstants(module);
  addThunks(module);
  removeUnreachableBlocks(module);
  // Where unwritten memory is an input, a local that is kept would be one that the checked program does not have.
  program.keepsLocals = input.keepLocals && !input.unwrittenIsInput;
  if (program.keepsLocals) noteEscapes(module);
  promoteLocals(module, program.keepsLocals ? Locals::OfTheRuntime : Locals::All);
  removeDeadCode(module);
  giveValuesToUnwritten(module);
  if (auto failed = ModuleLowering(module, program).lower()) return *failed;
  findMonitors(program);
  return program;
}

}  // namespace

Result<Program> load(const Input& input) {
  Context context;
  const auto module = linkAll(input, context.llvm, context.problem);
  if (!module) return module.error();
  return lower(**module, input, contentHash(**module));
}

Result<Linked> link(const Input& input) {
  Context context;
  const auto module = linkAll(input, context.llvm, context.problem);
  if (!module) return module.error();
  Linked linked;
  linked.contentHash = contentHash(**module);
  llvm::raw_string_ostream stream(linked.bitcode);
  llvm::WriteBitcodeToFile(**module, stream);
  return linked;
}

Result<Program> load(const Linked& linked, const Input& input) {
  Context context;
  const llvm::MemoryBufferRef buffer(linked.bitcode, "program");
  auto module = llvm::parseBitcodeFile(buffer, context.llvm);
  if (!module) return Error{"the linked program cannot be read: " + llvm::toString(module.takeError())};
  return lower(**module, input, linked.contentHash);
}

}  // namespace clew::program
