// A command as the shell would start it, without the shell, and everything it leaves behind: both outputs,
// the status, and the seconds it took, counted from the signal where one was sent. The command has no input,
// and after a minute it is killed, so that a clew that hangs fails its test instead of stopping all of them.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

extern char** environ;

namespace clew::test {

using Words = std::vector<std::string>;

/// What a process left behind. A process that died by a signal has the status 128 + signal.
struct Outcome {
  std::string command;
  std::string output;
  std::string errors;
  int status = -1;
  double seconds = 0;

  std::string describe() const {
    return command + "\nstatus " + std::to_string(status) + "\n--- output\n" + output + "--- errors\n" + errors +
           "---\n";
  }
  std::string lastLine() const {
    std::string text = output;
    if (text.ends_with('\n')) text.pop_back();
    const size_t newline = text.rfind('\n');
    return newline == std::string::npos ? text : text.substr(newline + 1);
  }
};

/// A signal to send to the process after some time.
struct Signal {
  int number;
  double afterSeconds;
};

/// Runs a command without a shell, in a folder, with both outputs collected. A process that takes longer
/// than a minute is killed.
class Process {
 public:
  /// Starts the command; `environment` holds NAME=value entries that come before the inherited ones.
  Process(const Words& words, const std::string& folder, const Words& environment) : begin_(Clock::now()) {
    for (const auto& word : words) outcome_.command += (outcome_.command.empty() ? "" : " ") + word;
    openPipes();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes_[0][1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipes_[1][1], STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    // Whoever runs the tests in the background may have had Ctrl-C ignored.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> argv = pointers(words);
    std::vector<char*> variables = pointers(environment);
    variables.pop_back();
    for (char** each = environ; *each != nullptr; ++each) variables.push_back(*each);
    variables.push_back(nullptr);
    const int failed = posix_spawnp(&child_, argv[0], &actions, &attributes, argv.data(), variables.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (auto& pipe : pipes_) close(pipe[1]);
    if (failed != 0) throw std::runtime_error("cannot run " + outcome_.command + ": " + std::strerror(failed));
  }

  /// Waits for the end, and sends the signal when its time has come.
  Outcome finish(std::optional<Signal> signal) {
    std::optional<Clock::time_point> sent;
    std::array<pollfd, 2> watched = {pollfd{pipes_[0][0], POLLIN, 0}, pollfd{pipes_[1][0], POLLIN, 0}};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
      poll(watched.data(), watched.size(), 20);
      if (signal && !sent && since(begin_) >= signal->afterSeconds) {
        kill(child_, signal->number);
        sent = Clock::now();
      }
      if (since(begin_) > kLongest) kill(child_, SIGKILL);
      read(watched[0], outcome_.output);
      read(watched[1], outcome_.errors);
    }
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    outcome_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome_.seconds = since(sent.value_or(begin_));
    return outcome_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kLongest = 60;

  static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

  static std::vector<char*> pointers(const Words& words) {
    std::vector<char*> result;
    for (const auto& word : words) result.push_back(const_cast<char*>(word.c_str()));
    result.push_back(nullptr);
    return result;
  }

  void openPipes() {
    for (auto& pipe : pipes_) {
      if (pipe2(pipe.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    }
  }

  static void read(pollfd& watched, std::string& into) {
    if (watched.fd < 0 || watched.revents == 0) return;
    std::array<char, 4096> buffer;
    const ssize_t length = ::read(watched.fd, buffer.data(), buffer.size());
    if (length > 0) {
      into.append(buffer.data(), static_cast<size_t>(length));
    } else if (length == 0 || errno != EINTR) {
      close(watched.fd);
      watched.fd = -1;
    }
  }

  Clock::time_point begin_;
  std::array<std::array<int, 2>, 2> pipes_{};
  pid_t child_ = 0;
  Outcome outcome_;
};

}  // namespace clew::test
