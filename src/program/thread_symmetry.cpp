#include "program/thread_symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "program/slots.h"

namespace clew::program {

namespace {

constexpr size_t kMostMutexes = 64;

/// What an instruction has to do with the identity of the thread that executes it.
enum class Part : uint8_t {
  Harmless,
  Handles,  // it means another thread by its handle, or makes one
  Telling   // it shows which thread it is, or might
};

Part partOf(Op op) {
  switch (op) {
    case Op::ThreadCreate:
    case Op::ThreadJoin:
    case Op::ThreadDetach:
    case Op::CallIndirect: return Part::Handles;  // it may call what does
    case Op::Const:
    case Op::Move:
    case Op::Undefined:
    case Op::Freeze:
    case Op::Select:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
    case Op::AddI:
    case Op::MulI:
    case Op::AndI:
    case Op::OrI:
    case Op::XorI:
    case Op::ShlI:
    case Op::LShrI:
    case Op::AShrI:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Eq:
    case Op::Ne:
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle:
    case Op::EqI:
    case Op::NeI:
    case Op::UltI:
    case Op::UgtI:
    case Op::SltI:
    case Op::SgtI:
    case Op::AddNsw:
    case Op::AddNswI:
    case Op::SubNsw:
    case Op::MulNsw:
    case Op::MulNswI:
    case Op::Trunc:
    case Op::SExt:
    case Op::Bits:
    case Op::BitPair:
    case Op::Funnel:
    case Op::Overflow:
    case Op::Wide:
    case Op::WideShift:
    case Op::WideCompare:
    case Op::Float:
    case Op::FloatCompare:
    case Op::FloatUnary:
    case Op::FloatFused:
    case Op::FloatToInt:
    case Op::IntToFloat:
    case Op::FloatConvert:
    case Op::PointerAdd:
    case Op::PointerAddI:
    case Op::LoadGlobal:
    case Op::StoreGlobal:
    case Op::Load:
    case Op::Store:
    case Op::AtomicRmw:
    case Op::CompareExchange:
    case Op::CopyMemory:
    case Op::FillMemory:
    case Op::Jump:
    case Op::Branch:
    case Op::Switch:
    case Op::Call:
    case Op::Return:
    case Op::Unreachable:
    case Op::Unmodelled:
    case Op::ThreadExit:
    case Op::ThreadLeave:
    case Op::MutexLock:
    case Op::MutexTryLock:
    case Op::MutexUnlock:
    case Op::CondWait:
    case Op::CondSignal:
    case Op::CondBroadcast:
    case Op::OnceBegin:
    case Op::OnceEnd:
    case Op::WaitWhile:
    case Op::WaitUntil:
    case Op::Yield:
    case Op::AtomicBegin:
    case Op::AtomicEnd:
    case Op::Choose:
    case Op::Assume:
    case Op::ErrorCall:
    case Op::Fail:
    case Op::Violate:
    case Op::Exit:
    case Op::Free:
    case Op::Note: return Part::Harmless;
    default: return Part::Telling;
  }
}

std::string describe(const Program& program, const Instruction& i) {
  switch (i.op) {
    case Op::ThreadSelf: return "pthread_self is called";
    case Op::ThreadNumber: return "the thread's number is used";
    case Op::ThreadLocal: return fmt::format("the thread-local variable {} is used", program.globals[i.imm()].name);
    case Op::ThreadCreate: return "a thread is created";
    case Op::ThreadJoin: return "a thread is joined";
    case Op::ThreadDetach: return "a thread is detached";
    case Op::CallIndirect: return "a function is called through a pointer";
    case Op::Alloca:
      return program.sites[i.b].name.empty()
                 ? "a local variable has an address"
                 : fmt::format("the local variable {} has an address", program.sites[i.b].name);
    case Op::Malloc:
    case Op::Calloc:
    case Op::AlignedAlloc:
    case Op::Realloc: return "memory is allocated";
    default: return fmt::format("the operation {} is used", nameOf(i.op));
  }
}

class Finder {
 public:
  explicit Finder(const Program& program) : program_(program) {}

  ThreadSymmetry find() {
    found_.written.assign(program_.globals.size(), 0);
    found_.harmless.assign(program_.functions.size(), 0);
    lookAtHandles();
    for (const uint32_t start : starts_) walk(start);
    settleMutexes();
    const bool some = std::find(found_.harmless.begin(), found_.harmless.end(), 1) != found_.harmless.end();
    if (!some && found_.refusal.empty() && !found_.notes.empty()) {
      found_.refusal = found_.notes.front();
      found_.notes.clear();
    }
    if (!some || !found_.refusal.empty()) found_.harmless.clear();
    return std::move(found_);
  }

 private:
  struct Visit {
    uint32_t function;
    uint32_t pc;  // where code that is not the library's called it, or kNone
  };

  void refuse(uint32_t pc, const std::string& what) {
    if (found_.refusal.empty()) found_.refusal = fmt::format("{} at {}", what, placeOf(program_, pc));
  }

  const Slots& slotsOf(uint32_t function) {
    auto& known = slots_[function];
    if (!known) known.emplace(program_, program_.functions[function]);
    return *known;
  }

  /// What the whole program does with handles: who starts, and that joins want no results.
  void lookAtHandles() {
    for (uint32_t pc = 0; pc < program_.code.size(); ++pc) {
      const Instruction& i = program_.code[pc];
      if (i.op == Op::ThreadDetach) refuse(pc, describe(program_, i));
      if (i.op != Op::ThreadJoin && i.op != Op::ThreadCreate) continue;
      const auto value = slotsOf(program_.functionOf[pc]).constant(i.b);
      if (i.op == Op::ThreadJoin) {
        if (!value || *value != 0) refuse(pc, "the result of a join is used");
        continue;
      }
      const uint64_t distance = value.value_or(0) - kFunctionBase;
      const uint64_t function = distance / kFunctionStride;
      if (!value || distance % kFunctionStride != 0 || function >= program_.functions.size()) {
        refuse(pc, "it is not known in advance what a thread runs that is created");
      } else if (std::find(starts_.begin(), starts_.end(), function) == starts_.end()) {
        starts_.push_back(static_cast<uint32_t>(function));
      }
    }
  }

  /// Looks at everything that threads of a start function can execute.
  void walk(uint32_t start) {
    std::vector<Visit> work;
    std::vector<uint8_t> seen(program_.functions.size(), 0);
    const auto add = [&](uint32_t function, uint32_t pc) {
      if (std::exchange(seen[function], 1) == 0) work.push_back({function, pc});
    };
    std::vector<uint64_t> mutexes;
    std::string reason;
    uint32_t section = kNone;  // where an atomic section begins
    bool blocks = false;
    add(start, kNone);
    if (program_.threadEnd != kNone) add(program_.threadEnd, kNone);
    while (!work.empty()) {
      const Visit visit = work.back();
      work.pop_back();
      const Function& function = program_.functions[visit.function];
      for (uint32_t pc = function.entry; pc < function.end; ++pc) {
        const Instruction& i = program_.code[pc];
        const uint32_t place = function.library && visit.pc != kNone ? visit.pc : pc;
        if (i.op == Op::Call && !endsThePath(program_.calls[i.c].callee)) add(program_.calls[i.c].callee, place);
        if (i.op == Op::AtomicBegin || (function.runtime && !function.library)) section = place;
        blocks |= mayBlock(i.op);
        std::string telling = lookAt(visit.function, pc, place, mutexes);
        if (reason.empty() && !telling.empty()) {
          reason = fmt::format("{} at {}", telling, placeOf(program_, place));
        }
      }
    }
    // Of several threads in sections that were blocked the machine lets the first one go on.
    if (reason.empty() && section != kNone && blocks) {
      reason = fmt::format("there are atomic sections and locks at {}", placeOf(program_, section));
    }
    if (reason.empty()) {
      found_.harmless[start] = 1;
      mutexes_.insert(mutexes_.end(), mutexes.begin(), mutexes.end());
    } else {
      found_.notes.push_back(std::move(reason));
    }
  }

  static bool mayBlock(Op op) {
    return op == Op::MutexLock || op == Op::CondWait || op == Op::OnceBegin || op == Op::WaitWhile ||
           op == Op::WaitUntil;
  }

  /// A failed assertion is the end. Should it not be, because nobody wants to hear of it, then the thread is seen to
  /// own something.
  bool endsThePath(uint32_t function) const {
    return program_.functions[function].library && program_.functions[function].name == "__assert_fail";
  }

  /// Why an instruction of a thread tells it apart; empty if it does not.
  std::string lookAt(uint32_t function, uint32_t pc, uint32_t place, std::vector<uint64_t>& mutexes) {
    const Instruction& i = program_.code[pc];
    noteWrites(function, i);
    const Part part = partOf(i.op);
    if (part == Part::Handles) refuse(place, "in a thread, " + describe(program_, i));
    if (part != Part::Harmless) return describe(program_, i);
    if (i.op == Op::Call) {
      const Call& call = program_.calls[i.c];
      const bool variadic = !call.variadic.empty() || program_.functions[call.callee].variadicSlot != kNone;
      return variadic ? "a function with a variable number of arguments is called" : "";
    }
    const bool takes = i.op == Op::MutexLock || i.op == Op::MutexTryLock || i.op == Op::CondWait;
    if (!takes) return "";
    const Slots& slots = slotsOf(function);
    const auto address = slots.constant(i.op == Op::CondWait ? i.b : i.a);
    const uint32_t global = address ? slots.globalAt(*address) : kNone;
    if (global == kNone || !canHold(program_.globals[global], *address - program_.globals[global].address)) {
      return "a mutex is taken that is no global variable";
    }
    mutexes.push_back(*address);
    return "";
  }

  uint64_t mutexSize() const { return program_.addresses.pointerBits == 32 ? 24 : 40; }

  /// Whether a mutex fits there, with its owner in one piece.
  bool canHold(const Global& global, uint64_t offset) const {
    const bool inside = offset <= global.size && global.size - offset >= mutexSize();
    return inside && !global.constant && !global.external && global.pieceSize != 0 &&
           offset % global.pieceSize + 4 <= global.pieceSize;
  }

  void noteWrites(uint32_t function, const Instruction& i) {
    switch (i.op) {
      case Op::StoreGlobal: found_.written[i.a] = 1; return;
      case Op::Store:
      case Op::AtomicRmw:
      case Op::CompareExchange:
      case Op::CopyMemory:
      case Op::FillMemory:
      case Op::MutexInit:
      case Op::MutexDestroy:
      case Op::MutexLock:
      case Op::MutexTryLock:
      case Op::MutexUnlock:
      case Op::CondInit:
      case Op::CondDestroy:
      case Op::CondSignal:
      case Op::CondBroadcast:
      case Op::OnceBegin:
      case Op::OnceEnd: noteWrite(function, i.a); return;
      case Op::CondWait:
        noteWrite(function, i.a);
        noteWrite(function, i.b);
        return;
      case Op::Free: found_.writesAnywhere = true; return;
      default:
        if (partOf(i.op) != Part::Harmless && i.op != Op::Alloca) found_.writesAnywhere = true;
        return;
    }
  }
  void noteWrite(uint32_t function, uint32_t slot) {
    const uint32_t global = slotsOf(function).baseOf(slot);
    if (global == kNone) {
      found_.writesAnywhere = true;
    } else if (global != Slots::kLocal) {
      found_.written[global] = 1;
    }
  }

  /// The owners must lie apart, and nobody may look at them but by operations on the mutex.
  void settleMutexes() {
    auto& all = found_.mutexes;
    all = std::move(mutexes_);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() > kMostMutexes && found_.refusal.empty()) {
      found_.refusal = fmt::format("threads use more than {} mutexes", kMostMutexes);
    }
    const bool apart = std::adjacent_find(all.begin(), all.end(), [&](uint64_t one, uint64_t next) {
                         return next - one < mutexSize();
                       }) == all.end();
    if (!apart && found_.refusal.empty()) found_.refusal = "two mutexes overlap";
    for (uint32_t pc = 0; pc < program_.code.size(); ++pc) {
      const Instruction& i = program_.code[pc];
      if (i.op != Op::LoadGlobal && i.op != Op::StoreGlobal) continue;
      const uint64_t begin = program_.globals[i.op == Op::LoadGlobal ? i.b : i.a].address + i.imm();
      const bool hits = std::any_of(all.begin(), all.end(), [&](uint64_t owner) {
        return begin < owner + 4 && owner < begin + (i.width + 7u) / 8;
      });
      if (hits) refuse(pc, "the inside of a mutex is accessed");
    }
  }

  const Program& program_;
  ThreadSymmetry found_;
  std::vector<uint32_t> starts_;
  std::vector<uint64_t> mutexes_;
  std::map<uint32_t, std::optional<Slots>> slots_;
};

}  // namespace

ThreadSymmetry findThreadSymmetry(const Program& program) { return Finder(program).find(); }

}  // namespace clew::program
