// Makes inputs for the fuzzer of scripts of each script: the file, its plain sections, and those of the same states in
// small chunks.
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

/// Plain sections as the fuzzer reads them.
Bytes inputOf(const std::vector<clew::test::Section>& sections) {
  Bytes input = {1};
  for (const auto& section : sections) {
    input.push_back(static_cast<uint8_t>(section.kind));
    for (const uint64_t number : {uint64_t{section.plain.size()}, section.states, section.transitions}) {
      clew::test::put(input, static_cast<uint32_t>(number));
    }
    input.insert(input.end(), section.plain.begin(), section.plain.end());
  }
  return input;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 1;
  const std::filesystem::path folder = arguments[1];
  for (int i = 2; i < count; ++i) {
    std::ifstream in(arguments[i], std::ios::binary);
    Bytes file(std::istreambuf_iterator<char>(in), {});
    const auto script = clew::script::File::parse(file, arguments[i]);
    if (!script) return 1;
    const std::string name = std::filesystem::path(arguments[i]).filename();
    write(folder / (name + ".plain"), inputOf(clew::test::sectionsOf(file)));
    if (script->metadata().kind == clew::script::Kind::Full) {
      const auto plain = clew::test::plainOf(file);
      const uint64_t third = 1 + plain.states.size() / 3;
      write(folder / (name + ".chunks"), inputOf(clew::test::sectionsOf(plain, third)));
    }
    file.insert(file.begin(), 0);
    write(folder / (name + ".file"), file);
  }
  return 0;
}
