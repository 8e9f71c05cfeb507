#include "messages.h"

#include <cstdarg>
#include <cstdio>
#include <string>

#include "settings.h"

namespace emulator::runtime {
namespace {

std::string formatted(char const* format, std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  int const length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, arguments);
  text.pop_back();
  return text;
}

// One call of stdio, so that lines of several threads do not mix.
void print(std::string const& text) { std::fputs(("emulated card: " + text + "\n").c_str(), stderr); }

}  // namespace

void say(char const* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print(formatted(format, arguments));
  va_end(arguments);
}

void trace(char const* format, ...) {
  if (!settings().trace) return;
  std::va_list arguments;
  va_start(arguments, format);
  print(formatted(format, arguments));
  va_end(arguments);
}

}  // namespace emulator::runtime
