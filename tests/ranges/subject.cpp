#include "ranges/subject.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "program/load.h"

namespace clew::ranges {

namespace {

constexpr size_t kMostNodes = 3000;
constexpr size_t kMostStates = 1500;
constexpr uint64_t kSampledRuns = 60;  // of a program whose runs cannot all be listed
constexpr uint64_t kSampledSteps = 60;

std::string& folder() {
  static std::string name;
  return name;
}

}  // namespace

Subject::Subject(const std::string& file, program::Program program) : file_(file), program_(std::move(program)) {
  if (tree().refusal.empty()) {
    for (const Node& node : tree().nodes) {
      if (node.isEnd) runs_.push_back(node.path);
    }
  } else {
    for (uint64_t seed = 0; seed < kSampledRuns; ++seed) runs_.push_back(randomRun(program_, seed, kSampledSteps));
    std::sort(runs_.begin(), runs_.end());
  }
  while (tree(deepest_ + 1).refusal.empty() && tree(deepest_ + 1).isCut) ++deepest_;
}

const Tree& Subject::tree(uint64_t maxDepth) const {
  const auto known = trees_.find(maxDepth);
  if (known != trees_.end()) return known->second;
  return trees_.emplace(maxDepth, enumerate(program_, maxDepth, kMostNodes)).first->second;
}

const Graph& Subject::graph(uint64_t maxDepth) const {
  const auto known = graphs_.find(maxDepth);
  if (known != graphs_.end()) return known->second;
  return graphs_.emplace(maxDepth, reach(program_, maxDepth, kMostStates)).first->second;
}

rc::Gen<std::vector<machine::Path>> Subject::cuts() const {
  using rc::gen::inRange;
  const auto run = rc::gen::map(inRange<size_t>(0, runs_.size()), [this](size_t index) { return runs_[index]; });
  const auto beginning =
      rc::gen::map(rc::gen::pair(run, inRange<size_t>(0, 100)), [](std::pair<machine::Path, size_t> made) {
        made.first.shorten(made.first.size() * made.second / 100);
        return made.first;
      });
  const auto special = rc::gen::element(machine::Path(), runs_.front(), runs_.back());
  const auto cut = rc::gen::weightedOneOf<machine::Path>({{4, run}, {5, beginning}, {1, special}});
  const auto list = rc::gen::mapcat(inRange<size_t>(0, 7), [cut](size_t count) {
    return rc::gen::container<std::vector<machine::Path>>(count, cut);
  });
  const auto sorted =
      rc::gen::map(rc::gen::pair(list, inRange(0, 4)), [](std::pair<std::vector<machine::Path>, int> made) {
        auto& [paths, isRepeated] = made;
        if (isRepeated == 1 && !paths.empty()) paths.push_back(paths.front());
        std::sort(paths.begin(), paths.end());
        return paths;
      });
  return rc::gen::resize(rc::kNominalSize, sorted);
}

void setFolder(const std::string& name) { folder() = name; }

std::vector<std::string> files() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".c") found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

const Subject& subjectOf(const std::string& file) {
  static std::map<std::string, std::unique_ptr<Subject>> subjects;
  std::unique_ptr<Subject>& subject = subjects[file];
  if (subject == nullptr) {
    auto loaded = program::load({{file}, {"-w"}, {}});
    if (!loaded) throw std::runtime_error(file + ": " + loaded.error().message);
    subject = std::make_unique<Subject>(file, std::move(*loaded));
  }
  return *subject;
}

}  // namespace clew::ranges
