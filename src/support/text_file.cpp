#include "support/text_file.h"

#include <filesystem>
#include <fstream>

namespace clew::support {

Result<std::string> readTextFile(const std::string& name, uint64_t limit) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status status = fs::status(name, failed);
  if (status.type() == fs::file_type::not_found) return Error{name + ": no such file"};
  if (failed) return Error{name + ": " + failed.message()};
  if (fs::is_directory(status)) return Error{name + ": is a directory"};
  if (!fs::is_regular_file(status)) return Error{name + ": not a regular file"};
  std::ifstream in(name, std::ios::binary);
  std::string text(limit + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad() || !in.is_open()) return Error{name + ": cannot be read"};
  text.resize(static_cast<size_t>(in.gcount()));
  if (text.size() > limit) return Error{name + ": the file is too large"};
  return text;
}

std::optional<Error> writeTextFile(const std::string& name, std::string_view text) {
  namespace fs = std::filesystem;
  const std::string temporary = name + ".part";
  const auto giveUp = [&](const std::string& why) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    return Error{name + ": " + why};
  };
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (!out) return giveUp("cannot be written");
  std::error_code failed;
  fs::rename(temporary, name, failed);
  if (failed) return giveUp(failed.message());
  return std::nullopt;
}

}  // namespace clew::support
