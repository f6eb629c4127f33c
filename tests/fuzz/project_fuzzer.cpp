// Fuzzes what is read of a project: clew.toml, and compilation databases, which are those inputs that begin with [ or
// {.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "cli/compile_commands.h"
#include "cli/toml.h"

namespace {

using namespace clew;

void readSettings(const std::string& text) {
  const auto entries = cli::readToml("clew.toml", text);
  if (!entries) {
    if (entries.error().message.find('\n') != std::string::npos) std::abort();  // one line
    return;
  }
  for (const cli::TomlEntry& entry : *entries) {
    const bool isArray = entry.kind == cli::TomlEntry::Kind::Array;
    if (entry.key.empty() || entry.line == 0 || (!isArray && entry.values.size() != 1)) std::abort();
  }
}

void readDatabase(const std::string& text) {
  const auto database = cli::parseCompileCommands("compile_commands.json", text);
  if (!database) return;
  for (const auto* ways : {&database->all, &database->others}) {
    for (const cli::CompileCommands::Way& way : *ways) {
      if (!way.compilation.file.starts_with('/')) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Both readers see tables, which begin as arrays do.
  readSettings(text);
  if (text.starts_with('[') || text.starts_with('{')) readDatabase(text);
  return 0;
}
