// Groups of equal keys in any order: how keys are hashed and compared, the sum of a group, and the
// hash table in which one thread finds the groups.
#pragma once

#include <thrum/detail/base/allocation.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/functional/fold.h>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Elements of a tile of a sum by groups. The values of a group are added from left to right within
/// each tile, and then the sums of the tiles are added from left to right.
inline constexpr int group_tile_bits = 14;
inline constexpr std::ptrdiff_t group_tile = std::ptrdiff_t{1} << group_tile_bits;

/// Whether two keys are of one group, unless the call says so: NaNs are.
struct one_key {
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class C>
  THRUM_HD constexpr auto operator()(A const& a, C const& b) const -> decltype(static_cast<bool>(a == b)) {
    if constexpr (std::is_floating_point_v<A> && std::is_floating_point_v<C>) return a == b || (a != a && b != b);
    else return static_cast<bool>(a == b);
  }
};

template <class K>
concept standard_hash = requires(K const& key) {
  { std::hash<K>{}(key) } -> std::convertible_to<std::size_t>;
};

/// The hash of a key, unless the call names one. Equal keys, and all NaNs, have equal hashes.
struct hash_of_key {
  template <class K>
    requires(std::is_enum_v<K> || standard_hash<K>)
  std::size_t operator()(K const& key) const {
    if constexpr (std::is_integral_v<K> || std::is_enum_v<K>) return static_cast<std::size_t>(key);
    else if constexpr (std::is_floating_point_v<K>) return key != key ? 1 : std::hash<K>{}(key);
    else return std::hash<K>{}(key);
  }
};

/// Spreads a hash over 64 bits: that of an integer is often the integer itself.
constexpr std::uint64_t spread_hash(std::uint64_t h) {
  h = (h ^ (h >> 32)) * 0x9FB21C651E98DF25U;
  h = (h ^ (h >> 28)) * 0x9E3779B97F4A7C15U;
  return h ^ (h >> 32);
}

/// Whether records hold copies of the elements of a range. Other elements stay where they are.
template <class T>
inline constexpr bool is_recorded = is_plain_element<T> && sizeof(T) <= 16;

/// The element at an index of a range: a copy, or nothing if the element stays where it is.
template <class I, bool = is_recorded<std::iter_value_t<I>>>
struct recorded_element {
  std::iter_value_t<I> copy;
  static recorded_element of(I const& first, std::ptrdiff_t i) {
    return {static_cast<std::iter_value_t<I>>(first[i])};
  }
  std::iter_value_t<I> const& at(I const&, std::ptrdiff_t) const { return copy; }
};
template <class I>
struct recorded_element<I, false> {
  static recorded_element of(I const&, std::ptrdiff_t) { return {}; }
  decltype(auto) at(I const& first, std::ptrdiff_t i) const { return first[i]; }
};

/// The sum of a group while tiles are read in order.
template <class Sum, class N, bool InAnyShape>
class group_sum {
 public:
  template <class U>
  group_sum(U&& value, std::ptrdiff_t tile)
      : part_(static_cast<Sum>(std::forward<U>(value))),
        total_(part_),
        first_(static_cast<N>(tile)),
        tile_(static_cast<N>(tile)) {}
  template <class U, class Op>
  void add(U&& value, std::ptrdiff_t tile, Op& op) {
    if (static_cast<N>(tile) == tile_) {
      detail::fold_into(part_, std::forward<U>(value), op);
    } else {
      close(op);
      part_ = static_cast<Sum>(std::forward<U>(value));
      tile_ = static_cast<N>(tile);
    }
  }
  template <class Op>
  Sum& total(Op& op) {
    close(op);
    return total_;
  }

 private:
  template <class Op>
  void close(Op& op) {
    if (tile_ == first_) total_ = std::move(part_);
    else detail::fold_into(total_, part_, op);
  }
  Sum part_, total_;
  N first_, tile_;
};
template <class Sum, class N>
class group_sum<Sum, N, true> {
 public:
  template <class U>
  group_sum(U&& value, std::ptrdiff_t) : sum_(static_cast<Sum>(value)) {}
  template <class U, class Op>
  void add(U&& value, std::ptrdiff_t, Op& op) {
    detail::fold_into(sum_, value, op);
  }
  template <class Op>
  Sum& total(Op&) {
    return sum_;
  }

 private:
  Sum sum_;
};

/// The scratch memory of a policy for tasks, one at a time.
template <class B>
struct memory_of_tasks {
  B const& exec;
  std::mutex mutex{};

  void* allocate(std::size_t bytes, std::size_t alignment) {
    std::scoped_lock const lock(mutex);
    return exec.allocate(bytes, alignment);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::scoped_lock const lock(mutex);
    exec.deallocate(p, bytes, alignment);
  }
};

/// An array of a task that grows. The owner makes and destroys the elements.
template <class T, class B>
class task_array {
 public:
  explicit task_array(memory_of_tasks<B>& memory) : memory_(memory) {}
  ~task_array() {
    if (data_ != nullptr)
      memory_.deallocate(data_, detail::bytes_of<T>(static_cast<std::size_t>(size_)), alignof(T));
  }
  task_array(task_array const&) = delete;
  task_array& operator=(task_array const&) = delete;

  T* data() const { return data_; }
  std::ptrdiff_t size() const { return size_; }
  void swap(task_array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  /// Takes memory for n elements. The array has none yet.
  void allocate(std::ptrdiff_t n) {
    data_ = static_cast<T*>(memory_.allocate(detail::bytes_of<T>(static_cast<std::size_t>(n)), alignof(T)));
    size_ = n;
  }

 private:
  memory_of_tasks<B>& memory_;
  T* data_ = nullptr;
  std::ptrdiff_t size_ = 0;
};

/// Where a key is looked up: a place of a table with open addresses.
template <class N>
struct group_place {
  N group;             // its number and one; 0 if the place is free
  std::uint32_t hash;  // bits of the hash, from which a larger table finds the place
};

/// The groups that one thread finds, in the order of their first keys.
template <class B, class N, class K, class V, class Equal, class Op>
class group_table {
 public:
  using key_type = std::iter_value_t<K>;
  using sum_type = std::iter_value_t<V>;
  struct group {
    N first;
    [[no_unique_address]] recorded_element<K> key;
    group_sum<sum_type, N, adds_integers<Op, sum_type>> sum;
  };

  group_table(memory_of_tasks<B>& memory, K keys, Equal const& same, Op const& op)
      : keys_(keys), same_(same), op_(op), memory_(memory), places_(memory), groups_(memory) {}
  ~group_table() { std::destroy_n(groups_.data(), count_); }
  group_table(group_table const&) = delete;
  group_table& operator=(group_table const&) = delete;

  /// Forgets the groups. Then there is room for some, before the table grows.
  void start(std::ptrdiff_t some) {
    std::destroy_n(groups_.data(), count_);
    count_ = 0;
    std::ptrdiff_t const size =
        static_cast<std::ptrdiff_t>(std::bit_ceil(static_cast<std::size_t>(least_room * (some < 32 ? 32 : some))));
    if (places_.size() < size) replace_places(size);
    size_ = size;
    std::uninitialized_fill_n(places_.data(), size, group_place<N>{});
  }
  std::ptrdiff_t size() const { return count_; }
  N first(std::ptrdiff_t g) const { return groups_.data()[g].first; }
  decltype(auto) key(std::ptrdiff_t g) const {
    group const& found = groups_.data()[g];
    return found.key.at(keys_, static_cast<std::ptrdiff_t>(found.first));
  }
  recorded_element<K> const& recorded_key(std::ptrdiff_t g) const { return groups_.data()[g].key; }
  sum_type& sum(std::ptrdiff_t g) { return groups_.data()[g].sum.total(op_); }

  /// Adds a value to the group of a key. The key is element i.
  template <class Key, class U>
  void add(std::ptrdiff_t i, recorded_element<K> const& recorded, Key const& key, std::uint64_t spread, U&& value,
           std::ptrdiff_t tile) {
    auto const hash = static_cast<std::uint32_t>(spread);
    for (std::ptrdiff_t p = hash;; ++p) {
      p &= size_ - 1;
      group_place<N>& place = places_.data()[p];
      if (place.group == 0) {
        append(i, recorded, std::forward<U>(value), tile);
        place = {static_cast<N>(count_), hash};
        if (least_room * count_ > size_) grow();
        return;
      }
      if (place.hash != hash) continue;
      group& found = groups_.data()[static_cast<std::ptrdiff_t>(place.group) - 1];
      decltype(auto) first = found.key.at(keys_, static_cast<std::ptrdiff_t>(found.first));
      if (!static_cast<bool>(same_(static_cast<key_type const&>(first), static_cast<key_type const&>(key))))
        continue;
      return found.sum.add(std::forward<U>(value), tile, op_);
    }
  }

 private:
  /// Places for each group, at least: the processor does not foresee that a key finds the place of
  /// another one.
  static constexpr std::ptrdiff_t least_room = 4;

  template <class U>
  void append(std::ptrdiff_t i, recorded_element<K> const& key, U&& value, std::ptrdiff_t tile) {
    if (count_ == groups_.size()) {
      task_array<group, B> more(memory_);
      more.allocate(count_ < 32 ? 32 : 2 * count_);
      std::uninitialized_move_n(groups_.data(), count_, more.data());
      std::destroy_n(groups_.data(), count_);
      groups_.swap(more);
    }
    ::new (static_cast<void*>(groups_.data() + count_))
        group{static_cast<N>(i), key, {std::forward<U>(value), tile}};
    ++count_;
  }
  void replace_places(std::ptrdiff_t size) {
    task_array<group_place<N>, B> places(memory_);
    places.allocate(size);
    places_.swap(places);
  }
  void grow() {
    task_array<group_place<N>, B> old(memory_);
    old.swap(places_);
    places_.allocate(2 * size_);
    std::ptrdiff_t const size = std::exchange(size_, 2 * size_);
    std::uninitialized_fill_n(places_.data(), size_, group_place<N>{});
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      group_place<N> const place = old.data()[i];
      if (place.group == 0) continue;
      std::ptrdiff_t p = place.hash & (size_ - 1);
      while (places_.data()[p].group != 0) p = (p + 1) & (size_ - 1);
      places_.data()[p] = place;
    }
  }

  K keys_;
  Equal same_;
  Op op_;
  memory_of_tasks<B>& memory_;
  task_array<group_place<N>, B> places_;
  task_array<group, B> groups_;
  std::ptrdiff_t size_ = 0, count_ = 0;
};

}  // namespace thrum::detail
