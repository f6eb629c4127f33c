// A search on disk, in a directory of its own, that is left and come back to.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "explored.h"
#include "search/run_directory.h"
#include "temporary_directory.h"

namespace clew::search {

/// A store on disk, an order, and the heuristics for it.
struct DiskMode {
  StoreKind store;
  Order order;
  const char* heuristics = "";

  void applyTo(Options& options) const {
    options.store = store;
    options.order = order;
    options.heuristics = *heuristics == 0 ? HeuristicSpec{} : *parseHeuristics(heuristics);
  }
  std::string text() const { return std::string(nameOf(store)) + " " + nameOf(order) + " " + heuristics; }
};

constexpr std::array kDiskModes = {DiskMode{StoreKind::External, Order::DepthFirst},
                                   DiskMode{StoreKind::External, Order::BreadthFirst},
                                   DiskMode{StoreKind::External, Order::BestFirst, "most-blocked,interleaving"},
                                   DiskMode{StoreKind::External, Order::AStar, "error-distance"},
                                   DiskMode{StoreKind::Strict, Order::BreadthFirst},
                                   DiskMode{StoreKind::Strict, Order::AStar, "error-distance"}};

class DiskSearch {
 public:
  DiskSearch(const program::Program& program, Options options) : options(std::move(options)), program_(program) {}

  /// Begins, or goes on from where it was left.
  Explored run(const std::atomic<bool>& stop) {
    auto directory = RunDirectory::open(directory_.path(), std::exchange(isBegun_, true), kIdentity);
    if (!directory) {
      ADD_FAILURE() << directory.error().message;
      return {};
    }
    options.external.run = directory->get();
    return explored(program_, options, stop);
  }
  Explored run() {
    const std::atomic<bool> stop{false};
    return run(stop);
  }

  std::string path() const { return directory_.path(); }
  static constexpr const char* kIdentity = "program: this\n--search: that\n";

  Options options;

 private:
  const program::Program& program_;
  TemporaryDirectory directory_;
  bool isBegun_ = false;
};

}  // namespace clew::search
