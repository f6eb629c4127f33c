// Makes inputs for the fuzzer of scripts of each script: the file, its plain sections, those of the same states in
// small chunks, and those of its sub-scripts.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../forgery/forged_script.h"
#include "script/sub_script.h"

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

/// The sub-scripts of a script, in small chunks.
void writeParts(const clew::script::File& script, const std::filesystem::path& path) {
  const auto tree = clew::script::SearchTree::read(script, 1);
  const auto parts = clew::script::partitionEvenly(*tree, 3);
  for (size_t part = 0; part < parts.size(); ++part) {
    const std::filesystem::path name = path.string() + ".part" + std::to_string(part);
    if (clew::script::SubScripts(script, *tree, parts).write(part, name, {.states = 1 + parts[part].states / 2}))
      return;
    std::ifstream in(name, std::ios::binary);
    const Bytes file(std::istreambuf_iterator<char>(in), {});
    write(name, inputOf(clew::test::sectionsOf(file)));
  }
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
      writeParts(*script, folder / name);
    }
    file.insert(file.begin(), 0);
    write(folder / (name + ".file"), file);
  }
  return 0;
}
