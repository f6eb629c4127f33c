// Whoever started the explorer wants it to end with them: when their process has ended, or when they close the pipe
// that is our standard input.
#pragma once

namespace clew::explore {

class Parent {
 public:
  Parent();
  /// Whether it is still there.
  bool isThere();

 private:
  int process_;
  bool hasPipe_;
};

}  // namespace clew::explore
