// clew script partition and clew script print --subgraphs: tables that add up to the whole search.
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "command_line.h"

namespace clew::test {
namespace {

class Partition : public CommandLine {
 protected:
  Partition() {
    write("counter.c", R"(#include <clew.h>
int main(void) { return clew_choose(20) + clew_choose(20); }
)");
    clew({"check", "counter.c", "--script", "counter.clew"});
  }

  /// The number in a column, from 0, of the first line whose column 0 is `name`.
  static uint64_t number(const std::string& table, const std::string& name, size_t column) {
    std::istringstream in(table);
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      const std::vector<std::string> row(std::istream_iterator<std::string>(words), {});
      if (row.size() <= column || row[0] != name) continue;
      std::string digits = row[column];
      std::erase(digits, ',');
      return std::stoull(digits);
    }
    ADD_FAILURE() << "no line " << name << " in\n" << table;
    return 0;
  }

  uint64_t transitions() const { return number(clew({"script", "info", "counter.clew"}).output, "transitions", 1); }
};

TEST_F(Partition, ShowsPartsThatAddUp) {
  for (const char* method : {"even", "greedy"}) {
    const Outcome outcome = clew({"script", "partition", "counter.clew", "-k", "4", "--method", method});
    ASSERT_EQ(outcome.status, 0) << outcome.describe();
    uint64_t sum = 0;
    for (const char* part : {"1", "2", "3", "4"}) sum += number(outcome.output, part, 3);
    EXPECT_EQ(sum, transitions()) << outcome.describe();
    EXPECT_NE(outcome.output.find("4 parts, the largest has "), std::string::npos) << outcome.describe();
  }
}

TEST_F(Partition, PrintsTheSubgraphs) {
  const Outcome outcome = clew({"script", "print", "counter.clew", "--subgraphs"});
  EXPECT_EQ(number(outcome.output, "S1", 1), transitions()) << outcome.describe();
  EXPECT_EQ(lines(clew({"script", "print", "counter.clew", "--subgraphs", "--limit", "3"}).output), 3u);
}

TEST_F(Partition, RefusesWhatIsNoNumberOfParts) {
  expectComplaint({"script", "partition", "counter.clew"}, "-k N");
  expectComplaint({"script", "partition", "counter.clew", "-k", "0"}, "-k");
  expectComplaint({"script", "partition", "counter.clew", "-k", "many"}, "-k");
  expectComplaint({"script", "partition", "counter.clew", "-k", "4", "--method", "best"}, "--method");
}

}  // namespace
}  // namespace clew::test
