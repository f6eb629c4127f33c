// Searches of ranges against the oracle, on the programs of a folder: range_tests FOLDER. How many cuts are tried on
// each program, and which, is up to RapidCheck: RC_PARAMS="seed=1 max_success=5".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "ranges/subject.h"

int main(int argc, char** argv) {
  if (argc < 2 || !std::filesystem::is_directory(argv[argc - 1])) {
    fmt::print(stderr, "usage: range_tests [options of GoogleTest] FOLDER\n");
    return 3;
  }
  clew::ranges::setFolder(argv[argc - 1]);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
