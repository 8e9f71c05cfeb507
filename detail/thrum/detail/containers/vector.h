// The one vector class that host_vector, device_vector and unified_vector are made of; comparisons
// of vectors of any two memory spaces, with std::vector too; and to_host.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/vector_source.h>
#include <thrum/detail/containers/vector_storage.h>
#include <thrum/device_reference.h>
#include <thrum/memory_advice.h>
#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {

/// Asks a vector's constructor or resize to leave new elements of trivial types without a value:
/// `v(n, no_init)`.
struct no_init_t {};
THRUM_OBJECT no_init_t no_init{};

namespace detail {

/// Gives the iterator over Ts of a vector with this allocator. checked/vector_allocator.h has
/// another one for checked vectors.
template <class T, class A>
struct vector_iterator {
  using type = tagged_pointer<T, allocator_space_t<A>>;
  /// Returns an iterator to element i of the n elements from first on.
  static type at(T* first, std::size_t i, std::size_t) noexcept { return type(first + i); }
};

/// The type of a vector's data(): a raw pointer if the memory is the host's alone.
template <class T, class Space>
using data_pointer =
    std::conditional_t<becomes_raw<Space>, tagged_pointer<T, Space>, typename tagged_pointer<T, Space>::pointer>;

/// A vector with std::vector's interface over memory of any space. The types of iterators and of
/// data() carry the space. data() is a raw pointer in host memory; a universal_ptr, which converts
/// to a raw pointer, in unified memory; and a device_ptr, whose elements are device_references, in
/// device memory.
///
/// Ranges for constructors, assign and insert come from any input iterator, from thrum's vectors of
/// any space and from std::vector. A copy from contiguous memory of the same element type is a
/// single copy of bytes between spaces.
///
/// The exception guarantees are std::vector's; assign and copy assignment have no effect when
/// memory runs out. A vector never shares memory. It converts to another kind of vector implicitly
/// only by copying. Under CUDA, elements in device memory must be trivially copy-constructible and
/// trivially destructible. Each access to such an element from the host is a copy that waits. Work
/// on non-blocking streams that uses a vector must be waited for before the vector changes or ends.
/// (A vector whose allocator belongs to a stream does all of this in the order of that stream: see
/// thrum/cuda/stream_vector.h.)
// The allocator is examined first (sizeof), so that a wrong one gives one short error.
template <class T, class A>
class vector
    : public unified_hints<vector<T, A>, sizeof(A) != 0 && std::is_same_v<allocator_space_t<A>, unified_space<>>> {
  static_assert(std::is_same_v<T, typename std::allocator_traits<A>::value_type>,
                "thrum: the allocator's value_type must be the vector's");
  using traits = std::allocator_traits<A>;
  using storage = vector_storage<T, A>;
  using elements = vector_elements<T, A>;

 public:
  using value_type = T;
  using allocator_type = A;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using memory_space = allocator_space_t<A>;
  using iterator = typename vector_iterator<T, A>::type;
  using const_iterator = typename vector_iterator<T const, A>::type;
  using reference = typename iterator::reference;
  using const_reference = typename const_iterator::reference;
  using pointer = data_pointer<T, memory_space>;
  using const_pointer = data_pointer<T const, memory_space>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  vector() noexcept(noexcept(A())) : vector(A()) {}
  explicit vector(A const& allocator) noexcept : s_(allocator) {}
  explicit vector(size_type n, A const& allocator = A()) : s_(allocator) { resize(n); }
  vector(size_type n, no_init_t, A const& allocator = A()) : s_(allocator) { resize(n, no_init); }
  vector(size_type n, T const& value, A const& allocator = A()) : s_(allocator) { resize(n, value); }
  template <vector_source I>
  vector(I first, I last, A const& allocator = A()) : s_(allocator) {
    s_.append_range(first, last);
  }
  vector(std::initializer_list<T> list, A const& allocator = A()) : vector(list.begin(), list.end(), allocator) {}
  vector(vector const& other) : vector(other, traits::select_on_container_copy_construction(other.s_.allocator)) {}
  vector(vector const& other, std::type_identity_t<A> const& allocator) : s_(allocator) {
    auto const order = order_with(other);
    s_.append_range(other.begin(), other.end());
  }
  vector(vector&& other) noexcept : s_(other.s_.allocator) { s_.swap_blocks(other.s_); }
  vector(vector&& other, std::type_identity_t<A> const& allocator) : s_(allocator) { s_.take(other.s_); }
  /// Copies a vector of another memory space, allocator or element type.
  template <class U, class B>
    requires(std::convertible_to<U, T> && !std::is_same_v<vector<U, B>, vector>)
  vector(vector<U, B> const& other, A const& allocator = A()) : s_(allocator) {
    auto const order = order_with(other);
    s_.append_range(other.begin(), other.end());
  }
  template <std::convertible_to<T> U, class B>
  vector(std::vector<U, B> const& other, A const& allocator = A())
      : vector(other.begin(), other.end(), allocator) {}
  ~vector() = default;

  vector& operator=(vector const& other) {
    if (this == &other) return *this;
    if constexpr (traits::propagate_on_container_copy_assignment::value) {
      // The new allocator could not free the old allocator's memory.
      if (!(s_.allocator == other.s_.allocator)) storage(s_.allocator).swap_blocks(s_);
      s_.allocator = other.s_.allocator;
    }
    auto const order = order_with(other);
    assign(other.begin(), other.end());
    return *this;
  }
  vector& operator=(vector&& other) noexcept(traits::propagate_on_container_move_assignment::value ||
                                             traits::is_always_equal::value) {
    if (this == &other) return *this;
    if constexpr (traits::propagate_on_container_move_assignment::value) {
      storage(s_.allocator).swap_blocks(s_);
      s_.allocator = other.s_.allocator;
    }
    s_.take(other.s_);
    return *this;
  }
  template <class U, class B>
    requires(std::convertible_to<U, T> && !std::is_same_v<vector<U, B>, vector>)
  vector& operator=(vector<U, B> const& other) {
    auto const order = order_with(other);
    assign(other.begin(), other.end());
    return *this;
  }
  template <std::convertible_to<T> U, class B>
  vector& operator=(std::vector<U, B> const& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  vector& operator=(std::initializer_list<T> list) {
    assign(list);
    return *this;
  }

  template <vector_source I>
  void assign(I first, I last) {
    s_.assign_range(first, last);
  }
  void assign(size_type n, T const& value) {
    T const copy(value);  // value may be an element
    s_.assign(n, [&](T* p) { elements::construct_fill(s_.allocator, p, n, copy); });
  }
  void assign(std::initializer_list<T> list) { assign(list.begin(), list.end()); }

  iterator begin() noexcept { return vector_iterator<T, A>::at(s_.first, 0, s_.size); }
  iterator end() noexcept { return vector_iterator<T, A>::at(s_.first, s_.size, s_.size); }
  const_iterator begin() const noexcept { return vector_iterator<T const, A>::at(s_.first, 0, s_.size); }
  const_iterator end() const noexcept { return vector_iterator<T const, A>::at(s_.first, s_.size, s_.size); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  const_reverse_iterator crend() const noexcept { return rend(); }

  reference operator[](size_type i) {
    wait_for_work();
    return *vector_iterator<T, A>::at(s_.first, i, s_.size);
  }
  const_reference operator[](size_type i) const {
    wait_for_work();
    return *vector_iterator<T const, A>::at(s_.first, i, s_.size);
  }
  reference at(size_type i) { return (*this)[checked(i)]; }
  const_reference at(size_type i) const { return (*this)[checked(i)]; }
  reference front() { return (*this)[0]; }
  const_reference front() const { return (*this)[0]; }
  reference back() { return (*this)[s_.size - 1]; }
  const_reference back() const { return (*this)[s_.size - 1]; }
  pointer data() noexcept { return pointer(s_.first); }
  const_pointer data() const noexcept { return const_pointer(s_.first); }

  size_type size() const noexcept { return s_.size; }
  size_type capacity() const noexcept { return s_.capacity; }
  size_type max_size() const noexcept { return storage::max_size(s_.allocator); }
  [[nodiscard]] bool empty() const noexcept { return s_.size == 0; }
  allocator_type get_allocator() const noexcept { return s_.allocator; }

  void reserve(size_type n) {
    if (n > s_.capacity) s_.relocate(n);
  }
  void shrink_to_fit() {
    if (s_.size != s_.capacity) s_.relocate(s_.size);
  }
  void clear() noexcept { s_.clear(); }
  void resize(size_type n) {
    s_.resize(n, [&](T* p, size_type k) { elements::construct_default(s_.allocator, p, k); });
  }
  void resize(size_type n, no_init_t) {
    s_.resize(n, [&](T* p, size_type k) { elements::construct_uninitialized(s_.allocator, p, k); });
  }
  void resize(size_type n, T const& value) {
    s_.resize(n, [&](T* p, size_type k) { elements::construct_fill(s_.allocator, p, k, value); });
  }

  /// Returns the new element, unless the vector belongs to a stream: returning the element would
  /// wait.
  template <class... Args>
  std::conditional_t<stream_bound<A>, void, reference> emplace_back(Args&&... args) {
    s_.append(1, [&](T* p) { elements::construct(s_.allocator, p, std::forward<Args>(args)...); });
    if constexpr (!stream_bound<A>) return back();
  }
  void push_back(T const& value) { emplace_back(value); }
  void push_back(T&& value) { emplace_back(std::move(value)); }
  void pop_back() noexcept { s_.shrink(s_.size - 1); }

  // Insertion appends, which is safe with arguments inside this vector. It then rotates the new
  // elements into place.
  template <class... Args>
  iterator emplace(const_iterator position, Args&&... args) {
    return insert_by(position, [&] { emplace_back(std::forward<Args>(args)...); });
  }
  iterator insert(const_iterator position, T const& value) { return emplace(position, value); }
  iterator insert(const_iterator position, T&& value) { return emplace(position, std::move(value)); }
  iterator insert(const_iterator position, size_type n, T const& value) {
    return insert_by(position,
                     [&] { s_.append(n, [&](T* p) { elements::construct_fill(s_.allocator, p, n, value); }); });
  }
  template <vector_source I>
  iterator insert(const_iterator position, I first, I last) {
    return insert_by(position, [&] { s_.append_range(first, last); });
  }
  iterator insert(const_iterator position, std::initializer_list<T> list) {
    return insert(position, list.begin(), list.end());
  }

  iterator erase(const_iterator position) { return erase(position, position + 1); }
  iterator erase(const_iterator first, const_iterator last);

  void swap(vector& other) noexcept {
    if constexpr (traits::propagate_on_container_swap::value) std::swap(s_.allocator, other.s_.allocator);
    s_.swap_blocks(other.s_);
  }
  friend void swap(vector& a, vector& b) noexcept { a.swap(b); }

  /// Returns the elements as a std::vector, by one copy of bytes if they lie in device memory.
  std::vector<T> to_host() const;
  explicit operator std::vector<T>() const { return to_host(); }

 private:
  /// Waits for the vector's stream, if it has one, because the host is about to see elements.
  void wait_for_work() const {
    if constexpr (stream_bound<A>) s_.allocator.far_memory().wait();
  }
  /// Returns an object that keeps the order of streams while the elements of another vector are
  /// copied.
  template <class U, class B>
  auto order_with(vector<U, B> const& other) const {
    constexpr bool converts = !std::is_same_v<T, U>;
    return copy_order<A, B, allocator_space_t<B>, converts>(s_.allocator, other.get_allocator());
  }

  size_type checked(size_type i) const;
  template <class Append>
  iterator insert_by(const_iterator position, Append append);

  storage s_;
};

template <class T, class A>
std::vector<T> vector<T, A>::to_host() const {
  if constexpr (host_reaches<memory_space>) {
    return std::vector<T>(s_.first, s_.first + s_.size);
  } else if constexpr (std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> result(s_.size);
    auto far = space_memory<memory_space>::far_memory(s_.allocator);
    far.copy(result.data(), s_.first, s_.size * sizeof(T));
    far.arrive();
    return result;
  } else {
    return vector<T, std::allocator<T>>(*this).to_host();
  }
}

template <class T, class A>
auto vector<T, A>::checked(size_type i) const -> size_type {
  if (i < s_.size) return i;
  throw std::out_of_range("thrum: index " + std::to_string(i) + " is out of range in a vector of size " +
                          std::to_string(s_.size));
}

template <class T, class A>
auto vector<T, A>::erase(const_iterator first, const_iterator last) -> iterator {
  auto const at = static_cast<size_type>(first - begin());
  auto const n = static_cast<size_type>(last - first);
  if (n != 0) {
    elements::move_down(s_.allocator, s_.first + at, s_.first + at + n, s_.size - at - n);
    s_.shrink(s_.size - n);
  }
  return begin() + static_cast<difference_type>(at);
}

template <class T, class A>
template <class Append>
auto vector<T, A>::insert_by(const_iterator position, Append append) -> iterator {
  auto const at = static_cast<size_type>(position - begin());
  size_type const old = s_.size;
  append();
  if (at != old && old != s_.size) {
    elements::rotate(s_.allocator, s_.first + at, s_.first + old, s_.first + s_.size);
  }
  return begin() + static_cast<difference_type>(at);
}

/// Returns the vector itself if the host reaches its elements, otherwise a copy in host memory.
template <class T, class A>
decltype(auto) host_view(vector<T, A> const& v) {
  if constexpr (host_reaches<allocator_space_t<A>>) return (v);
  else return vector<T, std::allocator<T>>(v);
}
template <class T, class A>
std::vector<T, A> const& host_view(std::vector<T, A> const& v) {
  return v;
}

template <class T, class A>
auto host_begin(vector<T, A> const& v) {
  return v.begin().get();
}
template <class T, class A>
auto host_begin(std::vector<T, A> const& v) {
  return v.begin();
}

template <class V, class W>
bool equal_vectors(V const& a, W const& b) {
  if (a.size() != b.size()) return false;
  auto const& left = detail::host_view(a);
  auto const& right = detail::host_view(b);
  auto const first = detail::host_begin(left);
  return std::equal(first, first + static_cast<std::ptrdiff_t>(a.size()), detail::host_begin(right));
}

/// A function object that compares two elements by <=>, or by < if they have no <=>.
struct three_way_comparison {
  template <class T, class U>
  constexpr auto operator()(T const& a, U const& b) const {
    if constexpr (requires { a <=> b; }) {
      return a <=> b;
    } else {
      return a < b   ? std::weak_ordering::less
             : b < a ? std::weak_ordering::greater
                     : std::weak_ordering::equivalent;
    }
  }
};

template <class V, class W>
auto compare_vectors(V const& a, W const& b) {
  using ordering =
      std::common_comparison_category_t<std::strong_ordering, decltype(three_way_comparison{}(
                                                                  std::declval<typename V::value_type const&>(),
                                                                  std::declval<typename W::value_type const&>()))>;
  auto const& left = detail::host_view(a);
  auto const& right = detail::host_view(b);
  auto x = detail::host_begin(left);
  auto y = detail::host_begin(right);
  for (std::size_t n = std::min(a.size(), b.size()); n != 0; --n, ++x, ++y) {
    if (ordering const order = three_way_comparison{}(*x, *y); order != 0) return order;
  }
  return ordering(a.size() <=> b.size());
}

/// Compares two vectors of any memory spaces lexicographically. Elements that the host does not
/// reach are copied to the host.
template <class T, class A, class U, class B>
bool operator==(vector<T, A> const& a, vector<U, B> const& b) {
  return detail::equal_vectors(a, b);
}
template <class T, class A, class U, class B>
bool operator==(vector<T, A> const& a, std::vector<U, B> const& b) {
  return detail::equal_vectors(a, b);
}
template <class T, class A, class U, class B>
auto operator<=>(vector<T, A> const& a, vector<U, B> const& b) {
  return detail::compare_vectors(a, b);
}
template <class T, class A, class U, class B>
auto operator<=>(vector<T, A> const& a, std::vector<U, B> const& b) {
  return detail::compare_vectors(a, b);
}

}  // namespace detail

/// Returns the elements of a vector as a std::vector.
template <class T, class A>
std::vector<T> to_host(detail::vector<T, A> const& v) {
  return v.to_host();
}

}  // namespace thrum
