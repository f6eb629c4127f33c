// Can another thread get hold of a local's address? Only if the address is stored, returned or given
// to a function that might keep it; otherwise accesses to the local concern nobody else. The address is followed into
// functions that are called with it and back out of those that return it, since in C++ every use of an object is such
// a call.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <memory>
#include <string_view>

#include "program/lower.h"
#include "program/passes.h"

namespace clew::program {

namespace {

/// Functions that look at what a pointer argument points to but do not keep or return the pointer.
constexpr std::array<std::string_view, 28> kKeepNothing = {"pthread_join",
                                                           "printf",
                                                           "fprintf",
                                                           "sprintf",
                                                           "snprintf",
                                                           "puts",
                                                           "fputs",
                                                           "strlen",
                                                           "strnlen",
                                                           "strcmp",
                                                           "strncmp",
                                                           "strcasecmp",
                                                           "strncasecmp",
                                                           "memcmp",
                                                           "bcmp",
                                                           "atoi",
                                                           "atol",
                                                           "atoll",
                                                           "perror",
                                                           "pthread_attr_init",
                                                           "pthread_attr_destroy",
                                                           "pthread_attr_setdetachstate",
                                                           "pthread_mutexattr_init",
                                                           "pthread_mutexattr_settype",
                                                           "pthread_mutexattr_destroy",
                                                           "pthread_condattr_init",
                                                           "pthread_condattr_destroy",
                                                           "free"};

bool callKeeps(const llvm::CallBase& call, const llvm::Use& use) {
  if (llvm::isa<llvm::AnyMemIntrinsic, llvm::VAStartInst, llvm::VAEndInst, llvm::VACopyInst, llvm::LifetimeIntrinsic>(
          call)) {
    return false;
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !call.isArgOperand(&use)) return true;
  // The program may have a function of its own by such a name.
  if (!callee->isDeclaration() && !callee->hasFnAttribute(kRuntimeAttribute)) return true;
  if (callee->getName() == "pthread_create") {
    return call.getArgOperandNo(&use) > 1;  // the handle and the attributes are only read and written
  }
  const std::string_view name(callee->getName().data(), callee->getName().size());
  return std::find(kKeepNothing.begin(), kKeepNothing.end(), name) == kKeepNothing.end();
}

/// Follows the address of one local. Values of all functions together: a function that gets the address from one of
/// its callers is taken to have it always.
class Flight {
 public:
  explicit Flight(const llvm::AllocaInst& local) : owner_(local.getFunction()) { add(&local); }

  bool escapes() {
    while (!work_.empty()) {
      // Who passes the address through so many hands is not worth the time.
      if (seen_.size() > kMostValues) return true;
      const llvm::Value* pointer = work_.back();
      work_.pop_back();
      for (const llvm::Use& use : pointer->uses()) {
        if (!isHarmless(use)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr size_t kMostValues = 500;

  void add(const llvm::Value* pointer) {
    if (seen_.insert(pointer).second) work_.push_back(pointer);
  }

  /// Whether this use gives the address to nobody, or only to values that are followed from here on.
  bool isHarmless(const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return store->getValueOperand() != use.get();
    if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) return rmw->getValOperand() != use.get();
    if (llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::PHINode, llvm::SelectInst>(user)) {
      add(user);
      return true;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return !callKeeps(*call, use) || enter(*call, use);
    if (llvm::isa<llvm::ReturnInst>(user)) return returnFrom(llvm::cast<llvm::Instruction>(user)->getFunction());
    return false;
  }

  bool enter(const llvm::CallBase& call, const llvm::Use& use) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || callee->isDeclaration() || !call.isArgOperand(&use)) return false;
    const unsigned index = call.getArgOperandNo(&use);
    if (index >= callee->arg_size() || callee->getFunctionType() != call.getFunctionType()) return false;
    callersOf_[callee].push_back(&call);
    if (returning_.contains(callee)) add(&call);
    add(callee->getArg(index));
    return true;
  }

  /// The address comes back to those who gave it; it must not leave the function that the local belongs to.
  bool returnFrom(const llvm::Function* function) {
    if (function == owner_) return false;
    returning_.insert(function);
    for (const llvm::CallBase* call : callersOf_[function]) add(call);
    return true;
  }

  const llvm::Function* owner_;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
  std::vector<const llvm::Value*> work_;
  std::unordered_map<const llvm::Function*, std::vector<const llvm::CallBase*>> callersOf_;
  llvm::SmallPtrSet<const llvm::Function*, 8> returning_;
};

}  // namespace

bool escapes(const llvm::AllocaInst& local) { return Flight(local).escapes(); }

void noteEscapes(llvm::Module& module) {
  llvm::ValueToValueMapTy copies;
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module, copies);
  promoteLocals(*copy, Locals::All);
  removeDeadCode(*copy);
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (local == nullptr) continue;
      const llvm::Value* other = copies.lookup(local);  // null if it has become a value
      const auto* kept = llvm::dyn_cast_if_present<llvm::AllocaInst>(other);
      if (kept != nullptr && escapes(*kept)) local->setMetadata(kEscapes, llvm::MDNode::get(module.getContext(), {}));
    }
  }
}

}  // namespace clew::program
