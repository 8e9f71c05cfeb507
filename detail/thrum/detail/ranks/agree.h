// agree: work that all ranks finish, or of whose failure all ranks learn.
#pragma once

#include <thrum/detail/ranks/errors.h>
#include <thrum/functional.h>
#include <cstddef>
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

/// Returns if no rank has an error. Otherwise throws this rank's own, or remote_error.
template <class C>
void agree_on(C const& c, std::exception_ptr const& error) {
  int const failed = c.all_reduce(error ? c.rank() : c.size(), minimum<int>{});
  if (failed == c.size()) return;
  std::string text;
  if (c.rank() == failed) text = detail::text_of(error);
  try {
    auto const n = c.broadcast(static_cast<std::ptrdiff_t>(text.size()), failed);
    text.resize(static_cast<std::size_t>(n));
    c.broadcast(text, failed);
  } catch (...) {  // another rank may be gone already: it knows
    if (!error) throw;
  }
  if (error) std::rethrow_exception(error);
  throw remote_error(failed, text);
}

}  // namespace thrum::ranks::detail
