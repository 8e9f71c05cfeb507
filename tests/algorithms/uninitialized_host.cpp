// Objects in raw memory whose constructors may throw: if one throws, all objects that were
// constructed are destroyed exactly once, and the exception reaches the caller.
#include <thrum/destroy.h>
#include <thrum/memory_resource.h>
#include <thrum/uninitialized_construct.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#include <thrum/uninitialized_move.h>
#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include "data.h"
#include "policies.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

constexpr std::ptrdiff_t n = 10'007;

/// Memory for n objects. The destructor does not destroy the objects.
template <class T>
class raw_memory {
 public:
  explicit raw_memory(std::ptrdiff_t count)
      : count_(static_cast<std::size_t>(count)), data_(allocator_.allocate(count_)) {}
  ~raw_memory() { allocator_.deallocate(data_, count_); }
  raw_memory(raw_memory const&) = delete;
  raw_memory& operator=(raw_memory const&) = delete;
  T* data() const { return data_; }

 private:
  std::allocator<T> allocator_;
  std::size_t count_;
  T* data_;
};

struct refusal {
  std::ptrdiff_t place;
};

/// An object that records at its address that it lives, and whose constructor fails at some
/// addresses.
struct tracked {
  static inline tracked const* first = nullptr;
  static inline std::vector<std::atomic<int>> live = std::vector<std::atomic<int>>(n);
  static inline std::ptrdiff_t refused[2] = {-1, -1};
  static inline std::atomic<int> wrong = 0, made = 0;

  int value = 0;
  tracked() { begin(); }
  tracked(int x) : value(x) { begin(); }
  tracked(tracked const& other) : value(other.value) { begin(); }
  tracked(tracked&& other) noexcept(false) : value(other.value) { begin(); }
  ~tracked() {
    if (is_tracked()) wrong += live[place()]-- != 1;
  }

  /// Says whether the object is in the tracked memory.
  bool is_tracked() const { return first != nullptr && this >= first && this < first + n; }
  std::size_t place() const { return static_cast<std::size_t>(this - first); }
  void begin() {
    if (!is_tracked()) return;
    auto const here = static_cast<std::ptrdiff_t>(place());
    if (here == refused[0] || here == refused[1]) throw refusal{here};
    wrong += live[place()]++ != 0;
    ++made;
  }
  static std::ptrdiff_t alive() {
    std::ptrdiff_t count = 0;
    for (auto const& one : live) count += one;
    return count;
  }
};

/// make(first) constructs n objects from first on; destroy(first) destroys the objects.
template <class Make, class Destroy>
void check_all_or_none(Make make, Destroy destroy) {
  raw_memory<tracked> const memory(n);
  tracked::first = memory.data();
  tracked::wrong = 0;
  struct places {
    std::ptrdiff_t a, b;
  };
  for (places const at :
       {places{0, 0}, {1, 1}, {255, 255}, {256, 256}, {5000, 9000}, {n - 1, 0}, {n - 1, n - 1}}) {
    CAPTURE(at.a);
    tracked::refused[0] = at.a, tracked::refused[1] = at.b;
    std::ptrdiff_t refused_at = -1;
    try {
      make(memory.data());
    } catch (refusal const& r) {
      refused_at = r.place;
    }
    CHECK((refused_at == at.a || refused_at == at.b));
    CHECK(tracked::alive() == 0);
  }
  tracked::refused[0] = tracked::refused[1] = -1;
  tracked::made = 0;
  make(memory.data());
  CHECK(tracked::made == n);
  CHECK(tracked::alive() == n);
  destroy(memory.data());
  CHECK(tracked::alive() == 0);
  CHECK(tracked::wrong == 0);
  tracked::first = nullptr;
}

}  // namespace

TEST_CASE_TEMPLATE("all objects are made, or none", S, HOST_BACKENDS, on_host) {
  auto const destroy = [](tracked* p) { S::run(thrum::destroy, p, p + n); };
  auto const destroy_n = [](tracked* p) { CHECK(S::run(thrum::destroy_n, p, n) == p + n); };
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = i;
  std::vector<tracked> const source(values.begin(), values.end());
  std::deque<tracked> movable(values.begin(), values.end());
  auto const has_values = [&](tracked const* p) {
    CHECK(std::equal(values.begin(), values.end(), p, [](int x, tracked const& y) { return x == y.value; }));
  };
  check_all_or_none(
      [&](tracked* p) {
        auto const end = S::run(thrum::uninitialized_copy, source.begin(), source.end(), p);
        CHECK(end == p + n);
        has_values(p);
      },
      destroy);
  check_all_or_none([&](tracked* p) { S::run(thrum::uninitialized_copy_n, values.begin(), n, p), has_values(p); },
                    destroy_n);
  check_all_or_none(
      [&](tracked* p) { S::run(thrum::uninitialized_move, movable.begin(), movable.end(), p), has_values(p); },
      destroy);
  check_all_or_none([&](tracked* p) { S::run(thrum::uninitialized_move_n, movable.begin(), n, p), has_values(p); },
                    destroy);
  check_all_or_none([](tracked* p) { S::run(thrum::uninitialized_fill, p, p + n, 5); }, destroy);
  check_all_or_none([](tracked* p) { S::run(thrum::uninitialized_fill_n, p, n, tracked(5)); }, destroy);
  check_all_or_none([](tracked* p) { S::run(thrum::uninitialized_default_construct, p, p + n); }, destroy);
  check_all_or_none([](tracked* p) { S::run(thrum::uninitialized_default_construct_n, p, n); }, destroy);
  check_all_or_none([](tracked* p) { S::run(thrum::uninitialized_value_construct, p, p + n); }, destroy);
  check_all_or_none([](tracked* p) { S::run(thrum::uninitialized_value_construct_n, p, n); }, destroy);
}

TEST_CASE_TEMPLATE("elements that own memory, and that can only be moved", S, HOST_BACKENDS) {
  using pointer = std::unique_ptr<int>;
  for (std::ptrdiff_t const count : sizes_around({256, 4096, 10'007})) {
    CAPTURE(count);
    std::vector<std::string> strings;
    std::vector<pointer> pointers;
    for (int i = 0; i < count; ++i)
      strings.push_back("an element too long to be stored in place " + std::to_string(i));
    for (int i = 0; i < count; ++i) pointers.push_back(std::make_unique<int>(i));

    raw_memory<std::string> const text(count + 1);
    std::string* const first = text.data();
    CHECK(S::run(thrum::uninitialized_copy, strings.begin(), strings.end(), first) == first + count);
    CHECK(std::equal(strings.begin(), strings.end(), first));
    S::run(thrum::destroy, first, first + count);
    auto const copies = std::vector<std::string>(strings);
    auto const ends = S::run(thrum::uninitialized_move_n, strings.begin(), count, first);
    CHECK(ends.first == strings.end());
    CHECK(std::equal(copies.begin(), copies.end(), first));
    CHECK(std::count(strings.begin(), strings.end(), std::string()) == count);
    S::run(thrum::destroy_n, first, count);
    CHECK(S::run(thrum::uninitialized_fill_n, first, count, "seven letters and many more") == first + count);
    CHECK(std::count(first, first + count, "seven letters and many more") == count);
    S::run(thrum::destroy, first, first + count);

    raw_memory<pointer> const places(count + 1);
    pointer* const out = places.data();
    CHECK(S::run(thrum::uninitialized_move, pointers.begin(), pointers.end(), out) == out + count);
    std::ptrdiff_t wrong = 0;
    for (int i = 0; i < count; ++i) wrong += *out[i] != i || pointers[static_cast<std::size_t>(i)] != nullptr;
    CHECK(wrong == 0);
    S::run(thrum::destroy, out, out + count);
    S::run(thrum::uninitialized_value_construct_n, out, count);
    CHECK(std::count(out, out + count, nullptr) == count);
    S::run(thrum::destroy_n, out, count);
  }
}

TEST_CASE_TEMPLATE("nothing is made where scratch memory fails", S, HOST_BACKENDS) {
  if constexpr (requires { S::policy().with(std::allocator<char>()); }) {
    raw_memory<tracked> const memory(n);
    tracked::first = memory.data();
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(1, counting);
    bool thrown = false;
    try {
      thrum::uninitialized_default_construct_n(S::policy().with(failing), memory.data(), n);
      thrum::destroy_n(S::policy(), memory.data(), n);
    } catch (std::bad_alloc const&) {
      thrown = true;
    }
    CHECK(thrown == !std::is_same_v<S, with_seq>);
    CHECK(tracked::alive() == 0);
    CHECK(counting.blocks_in_use() == 0);
    // If nothing can throw the call takes no memory.
    raw_memory<std::string> const text(n);
    thrum::uninitialized_value_construct_n(S::policy().with(failing), text.data(), n);
    thrum::destroy_n(S::policy().with(failing), text.data(), n);
    tracked::first = nullptr;
  }
}

#if defined(THRUM_WITH_TBB)
namespace {

/// Comes to the meeting when it is constructed in the memory of the test, or only when it is
/// destroyed.
template <bool Throws>
struct guest {
  static inline guest const *first = nullptr, *last = nullptr, *refused = nullptr;
  static inline bool only_leaves = false;
  guest() noexcept(!Throws) { arrive(); }
  guest(guest const&) noexcept(!Throws) { arrive(); }
  ~guest() {
    if (only_leaves) threads.arrive();
  }
  void arrive() const {
    if constexpr (Throws) {
      if (this == refused) throw refusal{this - first};
    }
    if (!only_leaves && this >= first && this < last) threads.arrive();
  }
};

template <bool Throws>
void check_parallel() {
  constexpr std::ptrdiff_t count = many;
  using T = guest<Throws>;
  raw_memory<T> const memory(2 * count);
  T* const first = memory.data();
  T* const out = first + count;
  T::first = first, T::last = out + count;
  using S = with_par;
  CHECK(S::meets(thrum::uninitialized_default_construct, first, first + count));
  CHECK(S::meets(thrum::uninitialized_default_construct_n, first, count));
  CHECK(S::meets(thrum::uninitialized_value_construct, first, first + count));
  CHECK(S::meets(thrum::uninitialized_value_construct_n, first, count));
  CHECK(S::meets(thrum::uninitialized_copy, first, first + count, out));
  CHECK(S::meets(thrum::uninitialized_copy_n, first, count, out));
  CHECK(S::meets(thrum::uninitialized_move, first, first + count, out));
  CHECK(S::meets(thrum::uninitialized_move_n, first, count, out));
  CHECK(S::meets(thrum::uninitialized_fill, first, first + count, T()));
  CHECK(S::meets(thrum::uninitialized_fill_n, first, count, T()));
  T::only_leaves = true;
  CHECK(S::meets(thrum::destroy, first, first + count));
  CHECK(S::meets(thrum::destroy_n, out, count));
  if constexpr (Throws) {
    // The last tile has nothing to destroy; all others have.
    T::refused = first + count - 256;
    bool thrown = false;
    CHECK(::meets([&] {
      try {
        thrum::uninitialized_default_construct_n(thrum::tbb::par, first, count);
      } catch (refusal const&) {
        thrown = true;
      }
    }));
    CHECK(thrown);
    T::refused = nullptr;
  }
  T::only_leaves = false;
}

}  // namespace

TEST_CASE("objects are made and destroyed in parallel") {
  check_parallel<false>();
  check_parallel<true>();
}
#endif
