// Checks the arguments of a call, and the memory that they stand for, by the contract of the
// algorithm.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/memory.h>
#include <thrum/segments.h>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail::contracts {

/// Calls f.template operator()<I>() for each I < N.
template <int N, class F>
void for_each_argument(F f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f.template operator()<static_cast<int>(I)>(), ...);
  }(std::make_index_sequence<static_cast<std::size_t>(N)>{});
}

/// Stands for the policy of a call that has no policy.
struct no_policy {
  template <class Space>
  static constexpr bool reaches = true;
};

/// The arguments of a call. `Call` has a name, its form, and where its ranges begin and end. The
/// arguments are read from left to right. Outputs whose length is a count (`at_most`) are read
/// last, because the count may stand to their right.
template <class Call, class B, class... Args>
class call_arguments {
  static constexpr side where = std::is_same_v<B, no_policy>      ? side::either
                                : backend_traits<B>::runs_on_host ? side::host
                                                                  : side::device;

 public:
  static constexpr int given = sizeof...(Args);
  template <int I>
  using type = std::decay_t<std::tuple_element_t<I, std::tuple<Args...>>>;

  explicit call_arguments(Args&... args) : args_(args...), memory_(where) {
    contracts::for_each_argument<given>([this]<int I>() {
      if constexpr ((Call::arguments[I].length & at_most) == 0) this->template check_memory<I>();
    });
    contracts::for_each_argument<given>([this]<int I>() {
      if constexpr ((Call::arguments[I].length & at_most) != 0) this->template check_memory<I>();
    });
  }

  template <int I>
  auto const& get() const {
    return std::get<I>(args_);
  }
  template <int I>
  static constexpr argument_name at() {
    return {Call::name, Call::arguments[I].name, I + 1};
  }
  std::ptrdiff_t range(int r) const { return ranges_[r]; }
  std::ptrdiff_t middle() const { return middle_; }
  /// Returns at most how many elements an argument has, or room::unknown if only the call finds
  /// out.
  std::ptrdiff_t length(unsigned char of) const {
    if (of == unknown_length) return room::unknown;
    std::ptrdiff_t n = 0;
    if ((of & range_1) != 0) n += ranges_[0];
    if ((of & range_2) != 0) n += ranges_[1];
    if ((of & per_segment) != 0) n += segments_;
    if ((of & one) != 0) n += 1;
    if ((of & at_most) != 0) n += most_;
    if ((of & two) != 0) n += 2;
    return n;
  }

 private:
  template <int I>
  void check_memory() {
    constexpr argument a = Call::arguments[I];
    if constexpr (a.is == role::last || a.is == role::count) check_range<I>();
    else if constexpr (a.is == role::most) most_ = detail::least(detail::length_of(get<I>()), ranges_[0]);
    else if constexpr (a.is == role::segments) count_segments<I>();
    else if constexpr (a.is == role::lower) {
      if (!(get<I>() < get<I + 1>())) at<I>().fail(-1, "it is not less than " + at<I + 1>().text());
    } else if constexpr (a.length != 0 && a.is != role::order) {
      constexpr bool begins_only = a.is == role::target || a.is == role::up_to;
      std::ptrdiff_t const n = length(a.length);
      use<I>(get<I>(), begins_only ? detail::least(n, 1) : n, begins_only ? 0 : n);
    }
  }

  /// Requires n elements from argument I on. For overlaps the argument is taken to have `known`
  /// elements.
  template <int I, class It>
  void use(It const& it, std::ptrdiff_t known, std::ptrdiff_t n) {
    constexpr argument a = Call::arguments[I];
    contracts::require_room(at<I>(), contracts::room_at(it), n, a.reads, a.writes);
    contracts::each_extent(it, known, [&](std::uintptr_t begin, std::size_t width) {
      constexpr bool may_be_empty = a.is == role::up_to || (a.is == role::target && !a.reads);
      memory_.add({at<I>(), begin, known, width, a.writes, a.may_be_input, may_be_empty});
    });
  }

  template <int I>
  void check_range() {
    constexpr int r = Call::range_of(I), first = Call::begin_of(r), middle = Call::middle;
    auto const& begin = get<first>();
    contracts::require_inside(at<first>(), contracts::room_at(begin));
    std::ptrdiff_t n = 0;
    if constexpr (Call::arguments[I].is == role::count) {
      n = detail::range_length(get<I>());
    } else {
      contracts::require_inside(at<I>(), contracts::room_at(get<I>()));
      if (!contracts::one_range(begin, get<I>())) {
        at<I>().fail(-1, "it ends another range than " + at<first>().text() + " begins");
      }
      n = get<I>() - begin;
      if (n < 0) at<I>().fail(n, "it is " + elements(-n) + " before " + at<first>().text());
    }
    ranges_[r] = n;
    use<first>(begin, n, n);
    if constexpr (middle >= 0) {
      middle_ = get<middle>() - begin;
      if (middle_ < 0 || middle_ > n) {
        at<middle>().fail(middle_, "it is place " + std::to_string(middle_) + " of a range of " + elements(n));
      }
    }
  }

  template <int I>
  void count_segments() {
    auto const& cut = get<I>();
    if constexpr (std::is_same_v<type<I>, equal_segments>) {
      if (cut.size <= 0) at<I>().fail(-1, "segments of " + elements(cut.size));
      segments_ = ranges_[0] / cut.size + (ranges_[0] % cut.size != 0 ? 1 : 0);
    } else {
      std::ptrdiff_t const offsets = cut.offsets_last - cut.offsets_first;
      if (offsets < 0) at<I>().fail(offsets, "the last of its offsets is before the first");
      use<I>(cut.offsets_first, offsets, offsets);
      segments_ = offsets > 0 ? offsets - 1 : 0;
    }
  }

  std::tuple<Args&...> args_;
  extents memory_;
  std::ptrdiff_t ranges_[2] = {0, 0};
  std::ptrdiff_t middle_ = 0, segments_ = 0, most_ = 0;
};

}  // namespace thrum::detail::contracts
