// mapped_file: a file of elements as a range in memory. With it come the sorts of files that are
// larger than memory: sort and stable_sort under policy.memory(bytes).
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <sys/mman.h>
#include <thrum/detail/files/file.h>
#include <thrum/detail/files/sort_file.h>
#include <thrum/memory_limit.h>
#include <thrum/sort.h>
#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum {

/// A hint about the use of a mapped file.
enum class file_advice : unsigned char {
  normal,       ///< nothing is known
  sequential,   ///< read from the beginning to the end: the system reads further ahead
  random,       ///< read here and there: the system reads nothing ahead
  needed_soon,  ///< read soon: the system may read all of it at once
  not_needed    ///< not read soon: the pages leave the memory of the process, and the file keeps them
};

/// A file whose bytes are elements of type T, one after another, as a contiguous range: algorithms
/// take its begin() and end(). What is stored in the range is in the file. mapped_file<T const>
/// opens the file for reading alone. The pages of the range are read from the file when they are
/// touched.
///
///   thrum::mapped_file<double> prices("prices.f64");
///   double const sum = thrum::reduce(thrum::tbb::par, prices.begin(), prices.end());
///
/// thrum::sort(policy.memory(bytes), file[, less[, projection]]), or stable_sort, sorts the file
/// stably and takes at most `bytes` bytes of memory, whatever the size of the file. The order is
/// one that sort takes for ranges. A file that fits, together with the scratch memory of sort, is
/// sorted in memory. Of a larger file, runs as long as fit are sorted and written to a temporary
/// file; then all runs are merged into the file. Each element is thus read and written twice,
/// unless a block for each run does not fit: then runs are merged in three passes, or five. Needs
/// as much room on the disk as the file has, and sets it aside before it writes an element. Throws
/// std::invalid_argument if `bytes` is less than 64 KiB or 32 elements, std::system_error if there
/// is no room or no temporary file can be made, and what less, the projection or the progress
/// function throws.
///
/// If the call throws before it has written all runs, the file is as it was; otherwise the file has
/// all its elements, in an unspecified order. The temporary file is removed in both cases. Only if
/// the system fails to write to the file twice, the temporary file is kept, and the exception says
/// where it is: it has all elements. If the process is killed, the temporary file stays, named
/// <file>.thrum-XXXXXX, and has all elements as soon as the file itself has begun to change; a file
/// that is sorted in memory has no temporary file, and must not be cut off while it is written.
///
/// Elements are trivially copyable. The class needs a system with mmap: Linux, macOS or a BSD.
template <class T>
class mapped_file {
 public:
  using value_type = std::remove_const_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using pointer = T*;
  using iterator = T*;
  using const_iterator = T const*;
  static constexpr bool is_read_only = std::is_const_v<T>;
  static_assert(std::is_trivially_copyable_v<T>, "thrum: the elements of a file are trivially copyable");

  /// Opens a file and maps it. Throws std::system_error if the file cannot be opened or mapped, and
  /// std::invalid_argument if it is no ordinary file, or if its size is no multiple of sizeof(T).
  explicit mapped_file(std::string path) : mapped_file(std::move(path), is_read_only ? O_RDONLY : O_RDWR, 0) {}

  /// Creates a file of n elements whose bytes are 0, and maps it. A file of that name is replaced.
  /// The room on the disk is set aside, so that a store to the range does not find the disk full.
  static mapped_file create(std::string path, std::size_t n)
    requires(!is_read_only)
  {
    if (n > static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T)) {
      throw std::invalid_argument("thrum: " + path + " cannot have " + std::to_string(n) + " elements");
    }
    return mapped_file(std::move(path), O_RDWR | O_CREAT | O_TRUNC, n);
  }

  mapped_file(mapped_file&& other) noexcept
      : file_(std::move(other.file_)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)) {}
  mapped_file& operator=(mapped_file&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~mapped_file() {
    if (data_ != nullptr) munmap(address(), bytes());
  }

  T* data() const { return data_; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  T const* cbegin() const { return data_; }
  T const* cend() const { return data_ + size_; }
  /// Returns the number of elements.
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) const { return data_[i]; }
  std::string const& path() const { return file_.path(); }

  /// Says how the range is going to be used. A hint, except that not_needed makes the range's pages
  /// leave the memory of the process; they are read again when they are touched.
  void advise(file_advice advice) const {
    static constexpr int of_system[] = {MADV_NORMAL, MADV_SEQUENTIAL, MADV_RANDOM, MADV_WILLNEED, MADV_DONTNEED};
    if (data_ != nullptr) static_cast<void>(madvise(address(), bytes(), of_system[static_cast<int>(advice)]));
  }
  /// Waits until the disk has what was stored in the range. Throws std::system_error if that fails.
  /// Without this call other programs see the elements too, but a machine that loses its power may
  /// lose them.
  void sync() const
    requires(!is_read_only)
  {
    if (data_ != nullptr && msync(address(), bytes(), MS_SYNC) != 0) {
      detail::throw_file_error(errno, "write to", path());
    }
  }

 private:
  template <class, class, class>
  friend class detail::file_sorter;

  mapped_file(std::string path, int flags, std::size_t n)
      : file_(open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666), path) {
    if (file_.descriptor() < 0) detail::throw_file_error(errno, "open", path);
    struct stat facts {};
    if (fstat(file_.descriptor(), &facts) != 0) detail::throw_file_error(errno, "look at", path);
    if (!S_ISREG(facts.st_mode)) throw std::invalid_argument("thrum: " + path + " is no ordinary file");
    if (n != 0) file_.reserve(n * sizeof(T));
    std::size_t const size = n != 0 ? n * sizeof(T) : static_cast<std::size_t>(facts.st_size);
    if (size % sizeof(T) != 0) {
      throw std::invalid_argument("thrum: " + path + " has " + std::to_string(size) +
                                  " bytes, which is no multiple of the " + std::to_string(sizeof(T)) +
                                  " bytes of an element");
    }
    if (size == 0) return;
    constexpr int access = is_read_only ? PROT_READ : PROT_READ | PROT_WRITE;
    void* const mapped = mmap(nullptr, size, access, MAP_SHARED, file_.descriptor(), 0);
    if (mapped == MAP_FAILED) detail::throw_file_error(errno, "map", path);
    data_ = static_cast<T*>(mapped);
    size_ = size / sizeof(T);
  }
  void leave_memory() const { advise(file_advice::not_needed); }
  void* address() const { return const_cast<value_type*>(data_); }
  std::size_t bytes() const { return size_ * sizeof(T); }

  detail::file_handle file_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
