// Holds multi_device_vector, a vector that is split over the devices of a group.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/device_policy.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/vector.h>
#include <thrum/detail/containers/vector_source.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/fill.h>
#include <thrum/policy_group.h>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(THRUM_WITH_CUDA)
#if defined(__CUDACC__)
#include <thrum/cuda/device_group.cuh>
#else
namespace thrum::cuda {
class policy;
template <class Policy>
class basic_device_group;
using device_group = basic_device_group<policy>;
}  // namespace thrum::cuda
#endif
#endif

namespace thrum {

/// The group of the device system: cuda::device_group if the program is built with CUDA, otherwise
/// a policy_group.
#if defined(THRUM_WITH_CUDA)
using device_group = cuda::device_group;
#else
using device_group = policy_group<detail::device_policy>;
#endif

/// A vector in parts, one in the memory of each device of a group. The algorithms of
/// thrum::multi_device work on all parts together.
///
///     thrum::device_group group;                        // all devices
///     thrum::multi_device_vector<float> v(group, n);    // n zeros
///     thrum::multi_device::sort(v);
///
/// Unless their sizes are given, parts are whole tiles of 16384 elements, and the numbers of tiles
/// of two devices differ by at most one; few elements are all on the first devices. The size is
/// fixed: there is no insertion, erasure, reserve or iterator over all parts. Under every group,
/// elements are trivially copyable and destructible. The host can read and write single elements,
/// slowly, because each access waits for its part. Construction, to_host() and assignment move all
/// elements at once.
///
/// Over a group of ranks (thrum/ranks/group.h) each process has one part. All processes make the
/// same calls: constructors, assignments, to_host() and reads of single elements too. Only part(p)
/// of the own rank has elements here.
///
/// Memory comes from the group's policies, in the order of their streams. The group outlives the
/// vector.
template <class T, class Group = device_group>
class multi_device_vector {
  static constexpr bool has_group = detail::complete<Group>;
  static_assert(has_group, "thrum: a vector over CUDA devices needs nvcc: compile this file as CUDA (.cu)");
  using space = typename Group::memory_space;

 public:
  using value_type = T;
  using group_type = Group;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  /// A reference to an element, through which the host reads and writes the element.
  class reference {
   public:
    operator T() const { return v_.get(i_); }
    reference const& operator=(T const& value) const {
      v_.set(i_, value);
      return *this;
    }
    reference const& operator=(reference const& other) const { return *this = static_cast<T>(other); }
    reference(reference const&) = default;

   private:
    friend multi_device_vector;
    reference(multi_device_vector& v, std::ptrdiff_t i) : v_(v), i_(i) {}
    multi_device_vector& v_;
    std::ptrdiff_t i_;
  };

  /// The elements of one part, for calls of your own under group().policy(p).
  template <class U>
  class part_range {
   public:
    using iterator = detail::tagged_pointer<U, space>;
    part_range(U* first, std::ptrdiff_t n) : first_(first), n_(n) {}
    iterator begin() const { return iterator(first_); }
    iterator end() const { return iterator(first_ + n_); }
    U* data() const { return first_; }
    std::size_t size() const { return static_cast<std::size_t>(n_); }

   private:
    U* first_;
    std::ptrdiff_t n_;
  };

  multi_device_vector(Group const& group, size_type n) : multi_device_vector(group, n, T()) {}
  multi_device_vector(Group const& group, size_type n, T const& value) : multi_device_vector(group, n, no_init) {
    fill(value);
  }
  /// Constructs elements without a value.
  multi_device_vector(Group const& group, size_type n, no_init_t)
      : multi_device_vector(group, detail::balanced_sizes(length(n), group.parts())) {}
  /// Constructs elements without a value, sizes[p] of them on part p. Throws std::invalid_argument
  /// unless there is a size for each part.
  multi_device_vector(Group const& group, std::vector<std::ptrdiff_t> sizes, no_init_t)
      : multi_device_vector(group, checked(group, detail::part_sizes(std::move(sizes)))) {}
  /// Makes a vector of the elements that each process gives for its part. For groups that have one
  /// part in each process.
  static multi_device_vector from_local(Group const& group, std::span<T const> elements) {
    return group.template call<T>("from_local", -1, [&] {
      if (one_process && group.parts() != 1)
        throw std::invalid_argument("thrum: from_local needs a group that has one part in each process");
      auto const n = static_cast<difference_type>(elements.size());
      multi_device_vector v(group, group.all_sizes([n](difference_type) { return n; }));
      group.copy_in(elements.data(), group.home(), v.data(group.home()), n);
      group.wait(group.home());
      return v;
    });
  }
  /// Copies a range of the host.
  template <detail::vector_source I>
  multi_device_vector(Group const& group, I first, I last)
      : multi_device_vector(group, std::vector<T>(first, last)) {}
  multi_device_vector(Group const& group, std::vector<T> const& elements)
      : multi_device_vector(group, elements.size(), no_init) {
    assign(elements);
  }
  multi_device_vector(Group const& group, std::vector<std::ptrdiff_t> sizes, std::vector<T> const& elements)
      : multi_device_vector(group, std::move(sizes), no_init) {
    assign(elements);
  }
  /// Copies another vector, with parts of the same sizes in the same group.
  multi_device_vector(multi_device_vector const& other) : multi_device_vector(other.group(), other.sizes()) {
    copy_parts(other);
  }
  /// Takes the parts of another vector, which can then only be assigned to or destroyed.
  multi_device_vector(multi_device_vector&&) noexcept = default;
  /// Copies another vector, and takes its group and its sizes too. If memory runs out, the
  /// assignment has no effect.
  multi_device_vector& operator=(multi_device_vector const& other) {
    if (this == &other) return *this;
    if (parts_ != nullptr && group_ == other.group_ && sizes() == other.sizes()) copy_parts(other);
    else *this = multi_device_vector(other);
    return *this;
  }
  multi_device_vector& operator=(multi_device_vector&&) noexcept = default;

  Group const& group() const noexcept { return *group_; }
  size_type size() const noexcept { return static_cast<size_type>(sizes().total()); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  difference_type parts() const noexcept { return sizes().parts(); }
  /// Returns the elements of part p, and an empty range if another process has the part.
  part_range<T> part(difference_type p) { return part_of<T>(p); }
  part_range<T const> part(difference_type p) const { return part_of<T const>(p); }
  /// Returns the index of the first element of part p.
  difference_type offset(difference_type p) const { return sizes().begin(p); }
  /// The part of this process, for groups that have one part in each process, and the index of its
  /// first element.
  part_range<T> local() { return part(group().home()); }
  part_range<T const> local() const { return part(group().home()); }
  difference_type offset() const { return offset(group().home()); }
  /// Moves elements between the parts, so that the parts are of the sizes of a new vector. The
  /// order of the elements stays.
  void balance() {
    detail::part_sizes const even = detail::balanced_sizes(sizes().total(), parts());
    if (!(even == sizes())) move_to(even);
  }

  reference operator[](size_type i) { return reference(*this, static_cast<difference_type>(i)); }
  T operator[](size_type i) const { return get(static_cast<difference_type>(i)); }

  /// Copies all elements from the host; in each process, those of its parts. Throws
  /// std::invalid_argument unless there are exactly size() of them.
  void assign(std::vector<T> const& elements) {
    group_->template call<T>("assign", sizes().total(), [&] {
      if (elements.size() != size()) throw std::invalid_argument("thrum: a multi_device_vector keeps its size");
      detail::failure_guard const failure(*group_);
      group_->run(
          [&](difference_type p) { group_->copy_in(elements.data() + offset(p), p, data(p), sizes().size(p)); });
      group_->wait();
    });
  }
  /// Returns a copy of all elements, in every process. Waits. Over ranks, each of them needs room
  /// for all elements in the memory of its policy, too.
  std::vector<T> to_host() const {
    static_assert(!std::is_same_v<T, bool>, "thrum: a std::vector<bool> has no elements to copy to: use char");
    return group_->template call<T>("to_host", sizes().total(), [&] {
      if constexpr (one_process) {
        std::vector<T> elements(size());
        detail::failure_guard const failure(*group_);
        group_->run([&](difference_type p) {
          group_->copy_out(p, data(p), elements.data() + offset(p), sizes().size(p));
        });
        group_->wait();
        return elements;
      } else {
        return detail::gather_to_host<T>(*group_, sizes(), [&](difference_type p) { return data(p); });
      }
    });
  }
  void swap(multi_device_vector& other) noexcept {
    std::swap(group_, other.group_);
    std::swap(parts_, other.parts_);
  }
  friend void swap(multi_device_vector& a, multi_device_vector& b) noexcept { a.swap(b); }

  // For the algorithms.
  T* data(difference_type p) const { return parts_->data(p); }
  detail::part_sizes const& sizes() const { return parts_->sizes(); }

 private:
  using arrays = detail::part_arrays<T, Group>;

  static constexpr bool one_process = std::is_base_of_v<detail::local_parts<Group>, Group>;

  multi_device_vector(Group const& group, detail::part_sizes sizes)
      : group_(&group), parts_(group.template call<T>("construct", sizes.total(), [&] {
          return std::make_unique<arrays>(group, sizes);
        })) {}

  template <class U>
  part_range<U> part_of(difference_type p) const {
    if (!group_->here(p)) return {nullptr, 0};
    return {data(p), sizes().size(p)};
  }
  static std::ptrdiff_t length(size_type n) {
    if (n <= static_cast<size_type>(std::numeric_limits<std::ptrdiff_t>::max()))
      return static_cast<std::ptrdiff_t>(n);
    throw std::length_error("thrum: a multi_device_vector of more elements than can be numbered");
  }
  static detail::part_sizes checked(Group const& group, detail::part_sizes sizes) {
    if (sizes.parts() != group.parts()) {
      throw std::invalid_argument("thrum: a multi_device_vector needs a size for each part of its group");
    }
    return sizes;
  }
  void fill(T const& value) {
    group_->template call<T>("fill", sizes().total(), [&] {
      detail::for_filled_parts(*group_, sizes(), [&](auto const& exec, difference_type p) {
        thrum::fill(exec, data(p), data(p) + sizes().size(p), value);
      });
    });
  }
  void copy_parts(multi_device_vector const& other) {
    group_->template call<T>("copy", sizes().total(), [&] {
      detail::for_filled_parts(*group_, sizes(), [&](auto const&, difference_type p) {
        group_->copy(p, static_cast<T const*>(other.data(p)), p, data(p), sizes().size(p));
      });
    });
  }
  void move_to(detail::part_sizes const& to) {
    *this = group_->template call<T>("balance", sizes().total(), [&] {
      multi_device_vector moved(*group_, to);
      detail::failure_guard const failure(*group_);
      group_->template exchange<T>([&](difference_type p, difference_type q) { return sizes().overlap(p, to, q); },
                                   [&](difference_type p) { return static_cast<T const*>(data(p)); },
                                   [&](difference_type q) { return moved.data(q); });
      group_->finish();
      return moved;
    });
  }
  T get(difference_type i) const {
    difference_type const p = sizes().part_of(i);
    if constexpr (one_process) {
      T value;
      group_->copy_out(p, static_cast<T const*>(data(p) + (i - offset(p))), __builtin_addressof(value), 1);
      group_->wait(p);
      return value;
    } else {
      return group_->template call<T>("operator[]", i, [&] {
        auto const one = detail::part_sizes::each(parts(), [p](difference_type q) { return q == p ? 1 : 0; });
        auto const at = [&](difference_type q) { return data(q) + (i - offset(q)); };
        detail::home_array<T, Group> const here(*group_, 1);
        detail::uninitialized_array<T, 1> element;
        detail::failure_guard const failure(*group_);
        group_->gather(one, at, here.data());
        group_->copy_out(group_->home(), static_cast<T const*>(here.data()), element.items, 1);
        group_->wait(group_->home());
        return element.items[0];
      });
    }
  }
  void set(difference_type i, T const& value) {
    difference_type const p = sizes().part_of(i);
    if (!group_->here(p)) return;
    group_->copy_in(__builtin_addressof(value), p, data(p) + (i - offset(p)), 1);
    group_->wait(p);
  }

  Group const* group_;
  std::unique_ptr<arrays> parts_;
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
