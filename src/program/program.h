// A program as the engines see it: flat code, functions, globals, and what is needed to speak about
// them in the words of the source. Immutable once built; no engine touches LLVM.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "program/address.h"
#include "program/instruction.h"

namespace clew::program {

constexpr uint32_t kNone = 0xFFFFFFFF;

/// A place in the source; line 0 means unknown.
struct Location {
  uint32_t file = 0;
  uint32_t line = 0;
  uint32_t column = 0;
  bool operator==(const Location&) const = default;
};

struct SourceFile {
  std::string name;                // as the user would write it
  std::vector<std::string> lines;  // empty when the text could not be read

  /// Whether it comes with the compiler or the system.
  bool isSystem() const { return name.starts_with("/usr/"); }
};

/// A type of the source, kept to name parts of objects and to print values.
struct Type {
  enum class Kind : uint8_t {
    Unknown,
    Signed,
    Unsigned,
    Boolean,
    Character,
    Float,
    Pointer,
    Enumeration,
    Structure,
    Array
  };
  struct Member {
    std::string name;
    uint64_t offset;
    uint32_t type;
  };
  struct BitField {
    std::string name;
    uint64_t offset;  // in bits
    uint32_t width;
    uint32_t type;
  };
  struct Enumerator {
    std::string name;
    int64_t value;
  };
  Kind kind = Kind::Unknown;
  std::string name;
  uint64_t size = 0;
  bool isSigned = false;              // numbers, characters, enumerations
  bool isReference = false;           // pointers that C++ follows by itself
  uint32_t element = 0;               // of arrays; what pointers point to, 0 if that is nothing we know
  std::vector<Member> members;        // structures, unions
  std::vector<BitField> bitFields;    // likewise
  std::vector<Enumerator> constants;  // enumerations
};

struct Global {
  std::string name;
  std::string scope;  // what stands before `::name`: namespaces, classes, a function
  uint32_t file = 0;  // where the source defines it
  uint64_t address = 0;
  uint64_t size = 0;
  uint32_t type = 0;
  uint32_t pieceSize = 0;  // the object is kept in components of this size
  bool constant = false;
  bool threadLocal = false;
  bool external = false;           // declared, defined nowhere
  bool library = false;            // from the runtime library
  std::vector<uint8_t> bytes;      // initial content
  std::vector<uint8_t> undefined;  // bit masks of what is not initialised; empty if nothing
};

/// The library function that gives memory any value. A program that has it wants that for all of its memory that was
/// never written.
constexpr const char* kUnwrittenGiver = "__clewrt_unwritten";

/// What a library function takes from outside.
enum class InputKind : uint8_t {
  None,
  Value,     // its result
  Bytes,     // the bytes that its first two arguments stand for
  Structure  // objects on the heap, as its arguments say
};

struct Function {
  std::string name;
  uint32_t entry = 0;             // index of the first instruction
  uint32_t end = 0;               // one past the last
  uint32_t slots = 0;             // size of a frame
  uint32_t parameters = 0;        // the first slots of the frame
  uint32_t variadicSlot = kNone;  // holds the address of the variadic arguments
  uint32_t variadicSite = 0;
  uint32_t resultSlots = 0;
  bool returnsTwice = false;  // it calls setjmp, so any slot may be needed again
  bool runtime = false;       // one step for other threads
  bool library = false;       // from the runtime library
  InputKind input = InputKind::None;
  uint8_t inputBits = 0;      // of a Value
  bool synchronises = false;  // a library function whose accesses count as atomic
  Location location;
};

/// Operands of a call: slots of the caller, copied to the first slots of the callee.
struct Call {
  struct Variadic {
    uint32_t slot;
    uint32_t bytes;
    uint32_t alignment;
    uint32_t distance;  // from its place to the next one's
    bool byValue;       // the slot is the address of the bytes
  };
  uint32_t callee = kNone;  // kNone: through a pointer
  uint32_t resultSlots = 0;
  std::vector<uint32_t> arguments;
  std::vector<Variadic> variadic;
  uint32_t landing = kNone;      // where an exception that leaves the callee goes on
  uint32_t landingSlot = kNone;  // where it is put
  uint32_t pad = kNone;          // into `pads`
  uint32_t site = kNone;         // of what a callee in the runtime library allocates
};

/// What a landing catches: addresses of type information, 0 for everything.
struct LandingPad {
  std::vector<uint64_t> types;
};

struct SwitchTable {
  std::vector<uint64_t> values;  // sorted
  std::vector<uint32_t> targets;
};

/// Where objects come to life: a local variable, a call of malloc.
struct Site {
  uint32_t pc = 0;
  std::string name;  // of the variable, empty for the heap
  uint32_t type = 0;
  uint64_t size = 0;       // 0 when only known at run time
  bool permanent = false;  // belongs to the process, not to the program; nobody has to free it
  uint32_t firstLine = 0;  // where the source knows a variable, if the program keeps its locals; 0: not known
  uint32_t lastLine = 0;
};

/// A list of slots inside `liveSlots`.
struct SlotRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// An automaton that was woven into the program (weave.h).
struct Monitor {
  std::string name;
  uint32_t global = kNone;              // with its state and variables
  bool isWoven = false;                 // it sees something of the program
  bool isRelevant = false;              // something else than its beginning and its end
  bool mayEndPaths = false;             // by STOP, or because none of its assumptions may hold
  bool mayChoose = false;               // among several transitions
  std::set<std::string> watchers = {};  // functions that take its transitions
  uint32_t muteOffset = kNone;  // in its global: where it is told to go on without errors, since others ask for it
};

struct Program {
  std::vector<Instruction> code;
  std::vector<uint32_t> locationOf;  // per instruction, into `locations`
  std::vector<uint32_t> functionOf;  // per instruction, into `functions`
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Call> calls;
  std::vector<LandingPad> pads;
  std::vector<SwitchTable> switches;
  std::vector<Site> sites;
  std::vector<std::string> texts;           // messages that instructions refer to
  std::vector<std::string> errorFunctions;  // functions whose calls may be errors

  /// Slots that are live where a frame can be saved: before a visible operation, at a loop's head, and
  /// in a caller during its call. Indexed per instruction into `liveRanges`; 0 where a frame cannot be.
  std::vector<uint32_t> liveRangeOf;
  std::vector<SlotRange> liveRanges;
  std::vector<uint32_t> liveSlots;

  std::vector<Location> locations;
  std::vector<SourceFile> files;
  std::vector<Type> types;

  AddressLayout addresses = kAddresses64;
  bool keepsLocals = false;  // in memory, for people to look at
  uint32_t startFunction = kNone;
  uint32_t threadEnd = kNone;               // called with a thread's result when it ends, if the runtime needs that
  std::vector<std::string> arguments;       // argv of the checked program
  std::optional<std::string> input;         // its standard input; without one each byte is a choice
  std::vector<std::string> notes;           // what the program's form keeps from being checked
  std::vector<Monitor> monitors;            // automata that watch it
  std::vector<std::string> monitorNotes;    // what keeps them from seeing everything
  std::vector<std::string> monitorRemarks;  // what they do not look for, though somebody may think so
  std::set<std::string> monitorBreaks;      // violations that are none: an automaton ends the search
  std::vector<uint32_t> markPlaces;         // at how many places each mark is (marks.h)
  std::string contentHash;                  // SHA-256 of the linked bitcode, as hexadecimal digits

  /// LP64 or ILP32, as SV-COMP names the data models.
  const char* dataModel() const { return addresses.pointerBits == 64 ? "LP64" : "ILP32"; }
  const Location& locationAt(uint32_t pc) const { return locations[locationOf[pc]]; }
  const Function& functionAt(uint32_t pc) const { return functions[functionOf[pc]]; }
  std::span<const uint32_t> liveAt(uint32_t pc) const {
    const SlotRange range = liveRanges[liveRangeOf[pc]];
    return {liveSlots.data() + range.begin, range.end - range.begin};
  }
};

/// `file:line` of an instruction, or the function's name if the line is unknown.
std::string placeOf(const Program& program, uint32_t pc);

/// The text of a source line without its indentation; empty if it cannot be read.
std::string sourceLine(const Program& program, const Location& location);

/// How the source would name `size` bytes at `offset` of a variable of this type: `.count`, `[3].next`.
std::string nameInside(const Program& program, uint32_t type, uint64_t offset, uint64_t size, uint32_t* innerType);

/// A value as the source would write it.
std::string valueText(const Program& program, uint32_t type, uint64_t bits, unsigned bytes);

/// The register code, one instruction a line.
std::string listing(const Program& program);

}  // namespace clew::program
