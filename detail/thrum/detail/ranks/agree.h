// agree: work that all ranks finish, or of whose failure all ranks learn.
#pragma once

#include <thrum/detail/ranks/errors.h>
#include <thrum/functional.h>
#include <cstddef>
#include <cstring>
#include <exception>
#include <string>

namespace thrum::ranks::detail {

/// Returns the text of an exception.
inline std::string text_of(std::exception_ptr const& error) {
  try {
    std::rethrow_exception(error);
  } catch (std::exception const& e) {
    return e.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

/// The text of an exception as ranks tell it to each other: up to 511 characters. Telling it
/// allocates nothing, for memory may be what a rank lacks.
struct told_text {
  char characters[512] = {};
};
inline told_text told(std::exception_ptr const& error) noexcept {
  told_text text;
  char const* from = "an exception that is no std::exception";
  auto const copy = [&] { std::strncpy(text.characters, from, sizeof(text.characters) - 1); };
  try {
    std::rethrow_exception(error);
  } catch (std::exception const& e) {
    from = e.what();
    copy();
  } catch (...) {
    copy();
  }
  return text;
}

/// Returns if no rank has an error. Otherwise throws this rank's own, or remote_error.
template <class C>
void agree_on(C const& c, std::exception_ptr const& error) {
  int const failed = c.all_reduce(error ? c.rank() : c.size(), minimum<int>{});
  if (failed == c.size()) return;
  told_text text;
  try {
    text = c.broadcast(c.rank() == failed ? detail::told(error) : text, failed);
  } catch (...) {  // a rank that knew before has left
    if (!error) throw;
  }
  if (error) std::rethrow_exception(error);
  throw remote_error(failed, text.characters);
}

}  // namespace thrum::ranks::detail
