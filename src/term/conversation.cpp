#include "term/conversation.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "support/descriptor.h"

namespace clew::term {
namespace {

using Clock = std::chrono::steady_clock;
using support::Descriptor;
constexpr size_t kMostOutput = size_t{64} << 20;

/// No SIGPIPE for this thread while it writes to a program that may be dead.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec atOnce{0, 0};
    while (!wasPending_ && sigtimedwait(&pipe_, nullptr, &atOnce) == -1 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;  // a scope
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool wasPending_;
};

/// Starts the program; 0 and the process, or an errno.
int start(std::span<const std::string> words, int input, int output, pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&defaults, number);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int problem = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return problem;
}

/// Ends the whole group and takes the process's status; how it ended by itself, if it did.
std::string finish(pid_t process, bool mayEndByItself) {
  int status = 0;
  pid_t ended = 0;
  const auto deadline = Clock::now() + std::chrono::milliseconds(mayEndByItself ? 200 : 0);
  do {
    ended = waitpid(process, &status, WNOHANG);
    if (ended == 0 && mayEndByItself) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (ended == 0 && Clock::now() < deadline);
  kill(-process, SIGKILL);  // what it has started, too
  if (ended == 0) {
    while (waitpid(process, &status, 0) == -1 && errno == EINTR) {
    }
    return "";
  }
  if (WIFSIGNALED(status)) return std::string("it was ended by the signal ") + strsignal(WTERMSIG(status));
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
    return "it ended with the exit code " + std::to_string(WEXITSTATUS(status));
  }
  return "";
}

/// Milliseconds for poll.
int timeLeft(double seconds, Clock::time_point begin) {
  if (seconds <= 0) return -1;
  const double left = seconds - std::chrono::duration<double>(Clock::now() - begin).count();
  return left <= 0 ? 0 : static_cast<int>(std::min(std::ceil(left * 1000), 1e9));
}

/// Writes and reads until there is nothing more, or too much, or no time.
Conversation::End talk(Descriptor& to, const Descriptor& from, std::string_view input, double seconds, const Wake& wake,
                       std::string& output) {
  const auto begin = Clock::now();
  const WithoutSigpipe without;
  std::vector<char> buffer(size_t{64} << 10);
  while (true) {
    pollfd files[3] = {{from.number(), POLLIN, 0}, {wake.descriptor(), POLLIN, 0}, {to.number(), POLLOUT, 0}};
    const int left = timeLeft(seconds, begin);
    const int ready = left == 0 ? 0 : poll(files, 3, left);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Conversation::End::TimedOut;
    if (files[1].revents != 0) return Conversation::End::Woken;
    if (files[2].revents != 0) {
      const ssize_t written = write(to.number(), input.data(), input.size());
      if (written > 0) input.remove_prefix(static_cast<size_t>(written));
      if (input.empty() || (written < 0 && errno != EAGAIN && errno != EINTR)) to.close();
    }
    if (files[0].revents == 0) continue;
    const ssize_t count = read(from.number(), buffer.data(), buffer.size());
    if (count == 0) return Conversation::End::Finished;
    if (count < 0 && errno != EAGAIN && errno != EINTR) return Conversation::End::Finished;
    if (count > 0) output.append(buffer.data(), static_cast<size_t>(count));
    if (output.size() > kMostOutput) return Conversation::End::TooMuch;
  }
}

}  // namespace

Wake::Wake() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Wake::~Wake() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Wake::call() { eventfd_write(descriptor_, 1); }

void Wake::forget() {
  eventfd_t value = 0;
  eventfd_read(descriptor_, &value);
}

Conversation converse(std::span<const std::string> words, std::string_view input, double seconds, const Wake& wake) {
  Conversation conversation;
  int in[2];
  int out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return {Conversation::End::NotStarted, "", strerror(errno)};
  Descriptor childIn(in[0]);
  Descriptor write(in[1]);
  if (pipe2(out, O_CLOEXEC) != 0) return {Conversation::End::NotStarted, "", strerror(errno)};
  const Descriptor read(out[0]);
  Descriptor childOut(out[1]);
  pid_t process = 0;
  if (const int problem = start(words, childIn.number(), childOut.number(), process); problem != 0) {
    return {Conversation::End::NotStarted, "", strerror(problem)};
  }
  childIn.close();
  childOut.close();
  write.makeNonBlocking();
  read.makeNonBlocking();
  conversation.end = talk(write, read, input, seconds, wake, conversation.output);
  write.close();
  conversation.problem = finish(process, conversation.end == Conversation::End::Finished);
  return conversation;
}

}  // namespace clew::term
