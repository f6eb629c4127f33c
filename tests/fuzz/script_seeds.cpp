// Makes inputs for the fuzzer of scripts, two of each script: the file, and its plain sections.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../forgery/forged_script.h"

namespace {

using clew::test::Bytes;

void write(const std::filesystem::path& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 1;
  const std::filesystem::path folder = arguments[1];
  for (int i = 2; i < count; ++i) {
    std::ifstream in(arguments[i], std::ios::binary);
    Bytes file(std::istreambuf_iterator<char>(in), {});
    if (file.size() < clew::test::kHeaderBytes) return 1;
    Bytes plain = {1};
    for (const auto& section : clew::test::sectionsOf(file)) {
      plain.push_back(static_cast<uint8_t>(section.kind));
      for (const uint64_t number : {uint64_t{section.plain.size()}, section.states, section.transitions}) {
        clew::test::put(plain, static_cast<uint32_t>(number));
      }
      plain.insert(plain.end(), section.plain.begin(), section.plain.end());
    }
    const std::string name = std::filesystem::path(arguments[i]).filename();
    write(folder / (name + ".plain"), plain);
    file.insert(file.begin(), 0);
    write(folder / (name + ".file"), file);
  }
  return 0;
}
