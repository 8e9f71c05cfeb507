// Files by their descriptors: reads and writes of whole blocks, and temporary files.
#pragma once

#if !__has_include(<sys/mman.h>) || !__has_include(<unistd.h>)
#error "thrum/mapped_file.h needs a system with mmap and pread, as POSIX describes them"
#endif
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace thrum::detail {

static_assert(sizeof(off_t) >= 8, "thrum: files need offsets of 64 bits: compile with -D_FILE_OFFSET_BITS=64");

/// Throws std::system_error for the file. Its what() ends with the text of strerror.
[[noreturn]] inline void throw_file_error(int error, char const* verb, std::string const& path) {
  throw std::system_error(error, std::generic_category(), std::string("thrum: cannot ") + verb + " " + path);
}

/// A descriptor of an open file, with the path for errors. Closes the descriptor.
class file_handle {
 public:
  file_handle() = default;
  file_handle(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  file_handle(file_handle&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}
  file_handle& operator=(file_handle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    return *this;
  }
  ~file_handle() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  std::string const& path() const { return path_; }

  /// Reads bytes at an offset. Throws if the file has fewer.
  void read(void* to, std::size_t bytes, std::size_t offset) const {
    auto* at = static_cast<char*>(to);
    while (bytes > 0) {
      ssize_t const got = pread(descriptor_, at, std::min(bytes, most_at_once), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) detail::throw_file_error(errno, "read", path_);
      if (got == 0) throw std::runtime_error("thrum: " + path_ + " has become shorter while it was read");
      at += got;
      bytes -= static_cast<std::size_t>(got);
      offset += static_cast<std::size_t>(got);
    }
  }
  void write(void const* from, std::size_t bytes, std::size_t offset) const {
    auto const* at = static_cast<char const*>(from);
    while (bytes > 0) {
      ssize_t const put = pwrite(descriptor_, at, std::min(bytes, most_at_once), static_cast<off_t>(offset));
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) detail::throw_file_error(put < 0 ? errno : ENOSPC, "write to", path_);
      at += put;
      bytes -= static_cast<std::size_t>(put);
      offset += static_cast<std::size_t>(put);
    }
  }
  /// Tells the system that a part of the file is read soon.
  void expect_read([[maybe_unused]] std::size_t bytes, [[maybe_unused]] std::size_t offset) const {
#if defined(POSIX_FADV_WILLNEED)
    if (bytes > 0)
      static_cast<void>(
          posix_fadvise(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes), POSIX_FADV_WILLNEED));
#endif
  }
  /// Has the system set aside room on the disk for the first `bytes` bytes, so that no later write
  /// there finds the disk full. Throws if there is no room, or if the process may not write so
  /// much.
  void reserve(std::size_t bytes) const {
    rlimit most{};
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY && most.rlim_cur < bytes) {
      detail::throw_file_error(EFBIG, "write to", path_);
    }
    struct stat facts {};
    if (fstat(descriptor_, &facts) != 0) detail::throw_file_error(errno, "look at", path_);
#if defined(__linux__)
    if (static_cast<std::size_t>(facts.st_blocks) * 512 < bytes) {
      int failed = 0;
      do {
        failed = fallocate(descriptor_, 0, 0, static_cast<off_t>(bytes));
      } while (failed != 0 && errno == EINTR);
      if (failed == 0) return;
      if (errno != EOPNOTSUPP && errno != ENOSYS) detail::throw_file_error(errno, "make room for", path_);
    }
#endif
    if (static_cast<std::size_t>(facts.st_size) < bytes &&
        ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
      detail::throw_file_error(errno, "make room for", path_);
    }
  }

 private:
  static constexpr std::size_t most_at_once = std::size_t{1} << 30;

  int descriptor_ = -1;
  std::string path_;
};

/// A file of a new name, which is removed at the end unless it is kept.
class temporary_file {
 public:
  /// Makes the file beside the file `path`, or in `directory` if that is not empty.
  temporary_file(std::string const& path, std::string const& directory) {
    std::size_t const slash = path.rfind('/');
    std::string name = path;
    if (!directory.empty()) {
      name = directory + "/" + (slash == std::string::npos ? path : path.substr(slash + 1));
    }
    name += ".thrum-XXXXXX";
    int const descriptor = mkstemp(name.data());
    if (descriptor < 0) detail::throw_file_error(errno, "make the temporary file", name);
    static_cast<void>(fcntl(descriptor, F_SETFD, FD_CLOEXEC));
    file_ = file_handle(descriptor, std::move(name));
  }
  temporary_file(temporary_file&&) = delete;
  ~temporary_file() {
    if (!kept_) static_cast<void>(unlink(file_.path().c_str()));
  }

  file_handle const& file() const { return file_; }
  void keep() { kept_ = true; }

 private:
  file_handle file_;
  bool kept_ = false;
};

}  // namespace thrum::detail
