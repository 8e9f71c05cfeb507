// How MPI is called: its errors as exceptions, and counts of the type that this MPI has.
#pragma once

#include <thrum/detail/base/config.h>
#if !__has_include(<mpi.h>)
#error \
    "thrum/mpi.h needs MPI: install it (libopenmpi-dev, openmpi-devel, brew open-mpi), and compile with mpicxx or link the CMake target thrum::mpi"
#endif

#include <mpi.h>
#include <climits>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#if !defined(MPI_VERSION) || MPI_VERSION < 3
#error "thrum/mpi.h needs MPI 3 or newer"
#endif

namespace thrum::mpi {

/// A call of MPI has failed. what() is "thrum: MPI_Recv: " and then MPI's text.
class error : public std::runtime_error {
 public:
  error(char const* call, int code)
      : std::runtime_error(std::string("thrum: ") + call + ": " + text(code)), code_(code) {}
  /// Returns MPI's code of the error; MPI_Error_class() gives its class.
  int code() const noexcept { return code_; }

 private:
  static std::string text(int code) {
    char buffer[MPI_MAX_ERROR_STRING];
    int length = 0;
    if (MPI_Error_string(code, buffer, &length) != MPI_SUCCESS) return "error " + std::to_string(code);
    return std::string(buffer, static_cast<std::size_t>(length));
  }

  int code_;
};

}  // namespace thrum::mpi

namespace thrum::ranks::detail {

/// Throws mpi::error unless a call has succeeded.
inline void check_mpi(int code, char const* call) {
  if (code != MPI_SUCCESS) throw mpi::error(call, code);
}

// MPI 4 has each call with counts of 64 bits. (mpi_communicator.h, which ends with the last of
// these calls, undefines the macros.)
#if MPI_VERSION >= 4
#define THRUM_MPI_NAME(name) MPI_##name##_c
using mpi_count = MPI_Count;
using mpi_place = MPI_Aint;
inline constexpr std::ptrdiff_t longest_piece = std::numeric_limits<std::ptrdiff_t>::max();
inline constexpr std::ptrdiff_t default_piece = longest_piece;
#else
#define THRUM_MPI_NAME(name) MPI_##name
using mpi_count = int;
using mpi_place = int;
inline constexpr std::ptrdiff_t longest_piece = INT_MAX;
inline constexpr std::ptrdiff_t default_piece = std::ptrdiff_t{1} << 30;
#endif
/// Calls MPI_<name>, or its form with counts of 64 bits, and checks the result.
#define THRUM_MPI_CALL(name, ...) \
  ::thrum::ranks::detail::check_mpi(THRUM_MPI_NAME(name)(__VA_ARGS__), "MPI_" #name)

inline mpi_count as_count(std::ptrdiff_t n) { return static_cast<mpi_count>(n); }

}  // namespace thrum::ranks::detail
