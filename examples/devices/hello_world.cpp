// The first program: it greets, and its exit status tells whether it could. Each policy writes the
// letters of the greeting to its memory. Two child processes then print them, one of them to a file
// that cannot be written.
#include <fcntl.h>
#include <sys/wait.h>
#include <thrum/tabulate.h>
#include <unistd.h>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/example.h"

constexpr std::string_view greeting = "Hello, World!\n";

struct letter {
  THRUM_HD char operator()(std::ptrdiff_t i) const { return i < 14 ? "Hello, World!\n"[i] : '\0'; }
};

/// A complete first main: prints, and returns whether the output succeeded.
int print(int file, std::string_view text) {
  return write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1;
}

/// Returns the exit status of a process that only runs this.
int status_of_printing(int file, std::string_view text) {
  pid_t const child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) _exit(print(file, text));
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char** argv) {
  example::description const what{.id = "hello_world",
                                  .text = "A greeting, and the exit status of who prints it.",
                                  .n_is = "greetings",
                                  .least = 1,
                                  .most = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), char> letters(greeting.size());
      s.time(policy, "the letters", [&] { thrum::tabulate(policy, letters.begin(), letters.end(), letter{}); },
             {.elements = static_cast<std::int64_t>(greeting.size())});
      auto const text = example::to_host(letters);
      std::string_view const printed(text.data(), text.size());
      s.say(std::string(printed.substr(0, printed.size() - 1)) + "  (" + example::name_of(policy) + ")");
      s.check("each policy writes the greeting", printed == greeting);
    });

    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
    int const good = status_of_printing(ends[1], greeting);
    close(ends[1]);
    std::string got(64, ' ');
    auto const length = read(ends[0], got.data(), got.size());
    got.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
    close(ends[0]);
    s.check_equal("a process prints it", got, std::string(greeting));
    s.check_equal("and ends with status 0", good, 0);

    int const only_read = open("/dev/null", O_RDONLY | O_CLOEXEC);
    s.check_equal("one that cannot ends with status 1", status_of_printing(only_read, greeting), 1);
    close(only_read);
  });
}
