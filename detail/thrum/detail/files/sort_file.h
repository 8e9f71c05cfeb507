// The sort of a file within a limit of memory. Runs that fit are read, sorted and written to a
// temporary file; then all runs are merged at once (A. Aggarwal, J. S. Vitter: The Input/Output
// Complexity of Sorting and Related Problems, 1988). A merge keeps a block of each run in memory.
// In a round it merges what goes before all elements that are not in memory yet: tasks cut this
// part of the merge at equal distances, merge what is between two cuts, and write it.
//
// The number of passes of merges is odd: the first reads the temporary file and writes the file,
// the second goes back, and so on. One of the two files thus has all elements at any time, and
// nothing is written to the file before the temporary file has all elements.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/sort.h>
#include <thrum/detail/files/file.h>
#include <thrum/detail/files/memory_stack.h>
#include <thrum/detail/files/merge_slices.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/memory_limit.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The least limit of memory: bytes, and elements.
inline constexpr std::size_t least_memory_of_file_sort = std::size_t{64} << 10, least_elements_of_file_sort = 32;
/// Bytes of a block that is read at a place of a file: at most, and the part of the memory.
inline constexpr std::size_t usual_block_of_file = std::size_t{1} << 20, blocks_of_memory = 64;
/// Bytes that a task reads or writes at once.
inline constexpr std::size_t bytes_read_by_task = std::size_t{4} << 20;
/// Bytes that a task of a merge merges at once, at most, and that it writes at once, at most.
inline constexpr std::size_t merged_in_cache = std::size_t{128} << 10, written_by_merge = std::size_t{1} << 20;

/// The places of the memory of a merge of `fan_in` runs, in elements.
struct merge_plan {
  std::ptrdiff_t fan_in, block, tasks, room, buffer_size;
};

/// The sort of a file of elements of type T.
template <class Policy, class T, class Less>
class file_sorter {
  using B = backend_of_policy_t<Policy>;
  using order = decltype(detail::sorting_order<T>(std::declval<Less>()));
  static_assert(backend_traits<B>::runs_on_host,
                "thrum: the policy of the host's threads sorts files: seq, tbb::par or omp::par");
  static_assert(is_plain_element<T>, "thrum: the elements of a file that is sorted can be copied and assigned");

 public:
  template <class File>
  file_sorter(memory_limited<Policy> const& limited, File& file, Less less)
      : limited_(limited),
        exec_(backend_of(limited.policy())),
        file_(file.file_),
        n_(static_cast<std::ptrdiff_t>(file.size())),
        less_(std::move(less)) {
    constexpr std::size_t least =
        std::max(least_memory_of_file_sort, least_elements_of_file_sort * sizeof(T) + (std::size_t{16} << 10));
    if (limited.bytes() < least) {
      throw std::invalid_argument("thrum: memory(" + std::to_string(limited.bytes()) +
                                  ") is too little to sort a file of elements of " + std::to_string(sizeof(T)) +
                                  " bytes: that needs " + std::to_string(least) + " bytes");
    }
    file.leave_memory();  // what was touched of the range would count as memory of the process
  }

  void sort() {
    if (n_ < 2) return report(bytes(n_), bytes(n_));
    file_.reserve(bytes(n_));
    std::size_t const most = scratch_bytes_of(n_) + bytes(n_) + small_page;
    memory_stack<B> memory(exec_,
                           std::min(limited_.bytes(), std::max(most + 2 * huge_page, least_memory_of_file_sort)));
    std::ptrdiff_t const run = longest_run(memory.bytes());
    if (run >= n_) sort_in_memory(memory);
    else sort_by_runs(memory, run);
  }

 private:
  using stack_exec = stack_policy<B>;
  template <class X>
  using array = scratch_array<X, stack_exec>;

  static B const& backend_of(Policy const& policy) {
    if constexpr (is_checked_policy<Policy>) return policy.unchecked();
    else return policy;
  }
  static constexpr std::size_t bytes(std::ptrdiff_t n) { return static_cast<std::size_t>(n) * sizeof(T); }
  static constexpr std::ptrdiff_t elements(std::size_t bytes) {
    return static_cast<std::ptrdiff_t>(bytes / sizeof(T));
  }
  static std::size_t scratch_bytes_of(std::ptrdiff_t n) { return detail::scratch_of_sort<stack_exec, T, Less>(n); }

  void report(std::size_t done, std::size_t total) const {
    if (limited_.progress()) limited_.progress()(done, total);
  }

  /// Returns how many elements can be sorted in so much memory.
  std::ptrdiff_t longest_run(std::size_t memory) const {
    std::ptrdiff_t low = 2, high = std::min(n_, elements(memory)) + 1;
    while (high - low > 1) {
      std::ptrdiff_t const middle = low + (high - low) / 2;
      bool const fits =
          memory_stack<B>::template bytes_for<T>(static_cast<std::size_t>(middle)) + scratch_bytes_of(middle) <=
          memory;
      (fits ? low : high) = middle;
    }
    return low;
  }

  /// Reads or writes n elements by blocks, each of which is a task.
  template <class Access>
  void by_blocks(std::ptrdiff_t n, Access access) const {
    std::ptrdiff_t const block = std::max<std::ptrdiff_t>(1, elements(bytes_read_by_task));
    exec_.for_each_n((n + block - 1) / block,
                     [=](std::ptrdiff_t b) { access(b * block, std::min(block, n - b * block)); }, 1);
  }
  void read(file_handle const& from, T* to, std::ptrdiff_t n, std::ptrdiff_t at) const {
    by_blocks(n, [=, &from](std::ptrdiff_t begin, std::ptrdiff_t size) {
      from.read(to + begin, bytes(size), bytes(at + begin));
    });
  }
  void write(file_handle const& to, T const* from, std::ptrdiff_t n, std::ptrdiff_t at) const {
    to.write(from, bytes(n), bytes(at));
  }
  /// Sorts elements in memory, under the policy of the user.
  void sort_run(memory_stack<B>& memory, T* first, std::ptrdiff_t n) const {
    stack_exec const exec(exec_, memory);
    if constexpr (is_checked_policy<Policy>) sort_fn{}(checked_policy<stack_exec>(exec), first, first + n, less_);
    else sort_fn{}(exec, first, first + n, less_);
  }

  /// Throws that elements are in a temporary file alone, with the exception that is being handled
  /// nested.
  [[noreturn]] void throw_kept(temporary_file& temporary) const {
    temporary.keep();
    std::throw_with_nested(std::runtime_error("thrum: " + file_.path() +
                                              " cannot be written, and is incomplete: " + temporary.file().path() +
                                              " has all of its elements"));
  }

  void sort_in_memory(memory_stack<B>& memory) {
    stack_exec const exec(exec_, memory);
    array<T> const all(exec, n_);
    read(file_, all.data(), n_, 0);
    sort_run(memory, all.data(), n_);
    try {
      write(file_, all.data(), n_, 0);
    } catch (...) {
      temporary_file temporary(file_.path(), limited_.directory());
      write(temporary.file(), all.data(), n_, 0);
      throw_kept(temporary);
    }
    report(bytes(n_), bytes(n_));
  }

  // Runs, and passes of merges.

  void sort_by_runs(memory_stack<B>& memory, std::ptrdiff_t run) {
    std::ptrdiff_t const runs = (n_ - 1) / run + 1;
    int passes = 0;
    merge_plan const plan = plan_passes(memory.bytes(), runs, passes);
    total_ = static_cast<std::size_t>(1 + passes) * bytes(n_);
    temporary_file temporary(file_.path(), limited_.directory());
    temporary.file().reserve(bytes(n_));
    make_runs(memory, temporary.file(), run);
    file_handle const *from = &temporary.file(), *to = &file_;
    std::ptrdiff_t width = run;
    for (int pass = 0; pass < passes; ++pass, std::swap(from, to)) {
      try {
        width = merge_pass(memory, *from, *to, width, plan);
      } catch (...) {
        if (to == &file_) restore(memory, temporary);
        throw;
      }
    }
  }

  void make_runs(memory_stack<B>& memory, file_handle const& to, std::ptrdiff_t run) {
    stack_exec const exec(exec_, memory);
    array<T> const elements_of_run(exec, run);
    T* const first = elements_of_run.data();
    for (std::ptrdiff_t at = 0; at < n_; at += run) {
      std::ptrdiff_t const size = std::min(run, n_ - at), next = std::min(run, n_ - at - size);
      read(file_, first, size, at);
      file_.expect_read(bytes(next), bytes(at + size));
      sort_run(memory, first, size);
      write(to, first, size, at);
      advance(size);
    }
  }
  void advance(std::ptrdiff_t n) {
    done_ += bytes(n);
    report(done_, total_);
  }

  /// Writes the elements of the temporary file to the file, in the order that they have.
  void restore(memory_stack<B>& memory, temporary_file& temporary) const {
    try {
      stack_exec const exec(exec_, memory);
      std::ptrdiff_t const most = std::min(n_, elements(memory.bytes() / 2) + 1);
      array<T> const piece(exec, most);
      for (std::ptrdiff_t at = 0; at < n_; at += most) {
        std::ptrdiff_t const size = std::min(most, n_ - at);
        temporary.file().read(piece.data(), bytes(size), bytes(at));
        file_.write(piece.data(), bytes(size), bytes(at));
      }
    } catch (...) {
      throw_kept(temporary);
    }
  }

  /// Returns the places of a merge of `fan_in` runs. Its block is less than 1 if the memory is too
  /// small.
  merge_plan plan_merge(std::size_t memory, std::ptrdiff_t fan_in) const {
    std::ptrdiff_t const threads = backend_traits<B>::concurrency(exec_);
    auto const k = static_cast<std::size_t>(fan_in);
    merge_plan plan{fan_in, 0, backend_traits<B>::is_serial ? 1 : threads > 0 ? 2 * threads : 8, 0, 0};
    std::size_t const for_tasks = memory / 4;
    plan.tasks = std::clamp<std::ptrdiff_t>(elements(for_tasks / 4) / fan_in, 1, plan.tasks);
    std::ptrdiff_t const of_task = elements(for_tasks / static_cast<std::size_t>(plan.tasks));
    plan.room = std::max(fan_in, std::min(of_task / 4, elements(merged_in_cache)));
    plan.buffer_size = std::max(plan.room, std::min(of_task - 2 * plan.room, elements(written_by_merge)));
    auto const tasks = static_cast<std::size_t>(plan.tasks);
    std::size_t const numbers = (8 + 4 * tasks) * (k * sizeof(slice<T>) + memory_stack<B>::alignment);
    std::size_t const used =
        tasks * (bytes(2 * plan.room + plan.buffer_size) + 4 * memory_stack<B>::alignment) + numbers;
    if (used < memory) plan.block = elements((memory - used - memory_stack<B>::alignment) / k);
    return plan;
  }
  /// Chooses the number of passes, which is odd, and how many runs are merged at once.
  merge_plan plan_passes(std::size_t memory, std::ptrdiff_t runs, int& passes) const {
    std::size_t const wanted =
        limited_.block() != 0 ? limited_.block() : std::min(usual_block_of_file, memory / blocks_of_memory);
    for (passes = 1;; passes += 2) {
      std::ptrdiff_t fan_in = passes == 1 ? runs : 2;
      while (!reaches(fan_in, passes, runs)) ++fan_in;
      merge_plan const plan = plan_merge(memory, fan_in);
      if (plan.block >= 2 && (bytes(plan.block) >= wanted || fan_in == 2)) return plan;
      if (fan_in == 2) throw std::invalid_argument("thrum: too little memory to merge two runs");
    }
  }
  static bool reaches(std::ptrdiff_t fan_in, int passes, std::ptrdiff_t runs) {
    std::ptrdiff_t merged = 1;
    for (int pass = 0; pass < passes && merged < runs; ++pass) merged *= std::min(fan_in, runs);
    return merged >= runs;
  }

  /// Merges groups of neighbouring runs of `width` elements, and returns the length of the new
  /// runs. Copies a run that is alone.
  std::ptrdiff_t merge_pass(memory_stack<B>& memory, file_handle const& from, file_handle const& to,
                            std::ptrdiff_t width, merge_plan const& plan) {
    std::ptrdiff_t const merged = width > n_ / plan.fan_in ? n_ : width * plan.fan_in;
    for (std::ptrdiff_t at = 0; at < n_; at += merged)
      merge_group(memory, from, to, at, std::min(n_, at + merged), width, plan);
    return merged;
  }

  /// Merges the runs of `width` elements from `begin` to `end`.
  void merge_group(memory_stack<B>& memory, file_handle const& from, file_handle const& to, std::ptrdiff_t begin,
                   std::ptrdiff_t end, std::ptrdiff_t width, merge_plan const& plan) {
    stack_exec const exec(exec_, memory);
    std::ptrdiff_t const k = (end - begin - 1) / width + 1, tasks = plan.tasks, block = plan.block;
    array<T> const blocks(exec, k * block);
    array<T> const rooms(exec, tasks * (2 * plan.room + plan.buffer_size));
    // What is left of run r in memory is held[r]; `next[r]` is the place of the file after it.
    array<slice<T>> const held(exec, k), safe(exec, k), slices_of_tasks(exec, 2 * tasks * k);
    array<std::ptrdiff_t> const next(exec, k), ends(exec, k), cuts(exec, (tasks + 1) * k), work(exec, tasks * k);
    auto const run_end = [=](std::ptrdiff_t r) { return std::min(end, begin + (r + 1) * width); };
    for (std::ptrdiff_t r = 0; r < k; ++r) {
      held[r] = {blocks.data() + r * block, 0};
      next[r] = begin + r * width;
    }
    order less = detail::sorting_order<T>(less_);
    for (std::ptrdiff_t at = begin; at < end;) {
      exec_.for_each_n(
          k,
          [=, h = held.data(), n = next.data(), room = blocks.data(), &from](std::ptrdiff_t r) {
            std::ptrdiff_t const left = run_end(r) - n[r], size = std::min(left, block - h[r].size);
            if (size == 0 || h[r].size > block / 2) return;
            T* const first = room + r * block;
            std::copy_n(h[r].first, h[r].size, first);
            from.read(first + h[r].size, bytes(size), bytes(n[r]));
            h[r] = {first, h[r].size + size};
            n[r] += size;
            from.expect_read(bytes(std::min(left - size, block)), bytes(n[r]));
          },
          1);
      detail::find_safe_ends(
          held.data(), k, block, ends.data(), [&](std::ptrdiff_t r) { return next[r] < run_end(r); }, less);
      std::ptrdiff_t size = 0;
      for (std::ptrdiff_t r = 0; r < k; ++r) {
        safe[r] = {held[r].first, ends[r]};
        size += ends[r];
      }
      merge_round(to, at, size, k, plan, safe.data(), cuts.data(), work.data(), slices_of_tasks.data(),
                  rooms.data(), less);
      for (std::ptrdiff_t r = 0; r < k; ++r) held[r] = {held[r].first + ends[r], held[r].size - ends[r]};
      at += size;
      advance(size);
    }
  }

  /// Merges k slices of `size` elements in all, and writes them from the place `at` on.
  void merge_round(file_handle const& to, std::ptrdiff_t at, std::ptrdiff_t size, std::ptrdiff_t k,
                   merge_plan const& plan, slice<T> const* safe, std::ptrdiff_t* cuts, std::ptrdiff_t* work,
                   slice<T>* slices_of_tasks, T* rooms, order less) const {
    // Fewer tasks for few elements.
    std::ptrdiff_t const tasks = std::clamp<std::ptrdiff_t>(size / std::max(plan.room, 4 * k), 1, plan.tasks);
    std::fill_n(cuts, k, std::ptrdiff_t{0});
    for (std::ptrdiff_t r = 0; r < k; ++r) cuts[tasks * k + r] = safe[r].size;
    exec_.for_each_n(
        tasks - 1,
        [=](std::ptrdiff_t t) {
          detail::cut_slices(safe, k, size / tasks * (t + 1), cuts + (t + 1) * k, work + t * k, less);
        },
        1);
    // No task begins before the previous one, whatever `less` says.
    for (std::ptrdiff_t i = k; i < tasks * k; ++i) cuts[i] = std::max(cuts[i], cuts[i - k]);
    exec_.for_each_n(
        tasks,
        [=, &to](std::ptrdiff_t t) {
          slice<T>* const slices = slices_of_tasks + 2 * t * k;
          std::ptrdiff_t place = at;
          for (std::ptrdiff_t r = 0; r < k; ++r) {
            std::ptrdiff_t const first = cuts[t * k + r];
            slices[r] = {safe[r].first + first, cuts[(t + 1) * k + r] - first};
            place += first;
          }
          T* const room = rooms + t * (2 * plan.room + plan.buffer_size);
          merge_room<T> const memory{{room, room + plan.room}, plan.room,  room + 2 * plan.room,
                                     plan.buffer_size,         slices + k, work + t * k};
          detail::merge_slices(
              slices, k, memory,
              [&to, &place](T const* p, std::ptrdiff_t n) {
                to.write(p, bytes(n), bytes(place));
                place += n;
              },
              less);
        },
        1);
  }

  memory_limited<Policy> const& limited_;
  B const& exec_;
  file_handle const& file_;
  std::ptrdiff_t n_;
  Less less_;
  std::size_t done_ = 0, total_ = 0;
};

/// Sorts a mapped_file: see thrum/mapped_file.h.
template <class Policy, class File, class Less>
void sort_file(memory_limited<Policy> const& limited, File& file, Less less) {
  file_sorter<Policy, typename File::value_type, Less>(limited, file, std::move(less)).sort();
}

}  // namespace thrum::detail
