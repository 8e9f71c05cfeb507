// What ranks do before a call over a group: they compare the call, and get room for what goes by
// way of the host.
#pragma once

#include <thrum/detail/containers/space_memory.h>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace thrum::ranks::detail {

/// A call as other ranks see it: its name, the number of elements (-1: any), and their type.
struct call_of_rank {
  char name[32];
  char type[96];
  std::ptrdiff_t size;
  std::size_t element;

  friend bool operator==(call_of_rank const& a, call_of_rank const& b) {
    return std::strcmp(a.name, b.name) == 0 && std::strcmp(a.type, b.type) == 0 && a.size == b.size &&
           a.element == b.element;
  }
};

template <class T>
call_of_rank describe_call(char const* name, std::ptrdiff_t size) {
  call_of_rank c{{}, {}, size, sizeof(T)};
  std::string_view(name).copy(c.name, sizeof(c.name) - 1);
  std::string_view(typeid(T).name()).copy(c.type, sizeof(c.type) - 1);
  return c;
}

/// Returns how the call of one rank differs from that of others.
inline std::string difference(std::ptrdiff_t rank, call_of_rank const& call, std::string const& others,
                              call_of_rank const& other) {
  std::string const start = "thrum: rank " + std::to_string(rank) + " called " + call.name;
  if (std::strcmp(call.name, other.name) != 0) return start + ", " + others + " " + other.name;
  if (call.size != other.size) {
    return start + " over " + std::to_string(call.size) + " elements, " + others + " over " +
           std::to_string(other.size);
  }
  return start + " over elements of type " + call.type + " (" + std::to_string(call.element) + " bytes), " +
         others + " over " + other.type + " (" + std::to_string(other.element) + ")";
}

/// Throws std::logic_error on all ranks unless all make the same call.
template <class T, class C>
void compare_calls(C const& c, char const* name, std::ptrdiff_t size) {
  std::vector<call_of_rank> const calls = c.all_gather(detail::describe_call<T>(name, size));
  auto const same_as_first = std::count(calls.begin(), calls.end(), calls.front());
  auto const ranks = static_cast<std::ptrdiff_t>(calls.size());
  if (same_as_first == ranks) return;
  auto const differs =
      std::find_if(calls.begin(), calls.end(), [&](auto const& x) { return !(x == calls.front()); });
  std::ptrdiff_t const rank = differs - calls.begin();
  if (ranks > 2 && same_as_first == 1 && std::count(calls.begin(), calls.end(), *differs) == ranks - 1)
    throw std::logic_error(detail::difference(0, calls.front(), "the others", *differs));
  if (ranks > 2 && same_as_first == ranks - 1)
    throw std::logic_error(detail::difference(rank, *differs, "the others", calls.front()));
  throw std::logic_error(detail::difference(rank, *differs, "rank 0", calls.front()));
}

/// Room on the host for elements of a space, page-locked under CUDA.
template <class T, class Space>
class staging_room {
  using memory = thrum::detail::space_memory<thrum::detail::pinned_space<>>;

 public:
  explicit staging_room(std::ptrdiff_t n) : bytes_(static_cast<std::size_t>(n) * sizeof(T)) {
    if (bytes_ > 0) data_ = static_cast<T*>(memory::allocate(bytes_, alignof(T)));
  }
  ~staging_room() {
    if (data_ != nullptr) memory::deallocate(data_, bytes_, alignof(T));
  }
  staging_room(staging_room const&) = delete;
  staging_room& operator=(staging_room const&) = delete;
  T* data() const { return data_; }

 private:
  std::size_t bytes_;
  T* data_ = nullptr;
};

}  // namespace thrum::ranks::detail
