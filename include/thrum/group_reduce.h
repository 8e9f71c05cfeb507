// group_reduce: the sums of the values of equal keys, in any order.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/half_sums.h>
#include <thrum/detail/algorithms/group_reduce.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

template <class Hash, class Key>
concept hashes = requires(Hash& hash, Key const& key) { static_cast<std::size_t>(hash(key)); };

/// Checks the keys of a sum by groups, and what hashes and compares them.
template <class B, class K, class Hash, class Equal>
THRUM_HD constexpr bool valid_groups() {
  using key = std::iter_value_t<K>;
  constexpr bool usual = std::is_same_v<Hash, hash_of_key>;
  if constexpr (backend_traits<B>::runs_on_host) {
    constexpr bool standard = !usual || hashes<Hash, key>;
    static_assert(standard, "thrum: the keys of group_reduce have no std::hash: pass a hash after op");
    constexpr bool hashed = usual || hashes<Hash, key>;
    static_assert(hashed,
                  "thrum: the hash of group_reduce takes a key and returns a std::size_t: this one does not");
    if constexpr (!standard || !hashed) return false;
    else {
      constexpr bool compared = !std::is_same_v<Equal, one_key> || callable_with<Equal, key const&, key const&>;
      static_assert(compared,
                    "thrum: the keys of group_reduce have no operator==: pass an equality after the hash");
      if constexpr (compared) return detail::valid_predicate<B, Equal, key const&, key const&>();
      else return false;
    }
  } else {
    constexpr bool numbers = is_radix_key<key> || std::is_enum_v<key>;
    static_assert(numbers, "thrum: on a device the keys of group_reduce are numbers or enums of up to 8 bytes");
    constexpr bool plain = usual && std::is_same_v<Equal, one_key>;
    static_assert(plain, "thrum: on a device group_reduce sorts its keys: it takes no hash and no equality");
    return numbers && plain;
  }
}

}  // namespace detail

/// group_reduce(policy, keys_first, keys_last, values, keys_out, sums_out[, op[, hash[, equal]]]):
/// writes each different key once, in the order in which the keys first occur, and op over the
/// values of its group: the values whose keys equal it. Returns the pair of the ends of the
/// outputs. Keys may come in any order; where equal keys are adjacent, reduce_by_key is faster.
///
/// The order of additions follows from the positions of a group's values alone: from left to right
/// within each tile of 16384 elements of the input, then over the sums of the tiles from left to
/// right. So the sums have the same bits under every policy, cuda::par too; but if values are
/// computed by products, nvcc may fuse these with the sum, without -fmad=false. op is associative;
/// sums are made in the value type of `values`, which can be copied; those of floating-point
/// numbers of 16 bits as floats, which the output rounds. The key written is the first of its
/// group. Unless the call has a hash or an equality, -0.0 and +0.0 are equal, and so are all NaNs.
///
/// hash(key) is a std::size_t, equal for equal keys; it need not be good in all its bits. Without
/// one, integers and enums are their own hash, other keys have that of std::hash. The outputs have
/// room for as many groups as there may be, and overlap neither an input nor each other; nothing is
/// written after their ends.
///
/// O(n) work if hashes of different keys differ. Scratch memory on hosts: 512 records for each tile
/// of 16384 elements, if a sample and each tile have few different keys; otherwise for one tile,
/// and under seq for up to 16384 groups, that of a table of the groups; otherwise a record and 2
/// bytes for each element, and a table for each thread. Up to three threads begin as seq does, and
/// go on so with up to n / 4 groups, if the sums are of numbers. A record has the key and the
/// value, if they are plain and have up to 16 bytes, and an index. Threads ask the policy's
/// resource for their tables, one thread at a time. In device code seq takes no memory and O(n^2)
/// time.
///
/// Under CUDA keys are numbers or enums, and hash and equal are left out: keys are sorted with
/// their indices. There a thread adds up the values of a group that are in one tile; scratch memory
/// is that of sort_by_key, and for each element a key, two indices, two sums and a byte. The call
/// waits for the number of groups. An exception of a functor leaves the call under seq and
/// tbb::par.
struct group_reduce_fn : detail::algorithm<group_reduce_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"group_reduce",
            {in("keys_first"), until("keys_last"), also("values"), up_to("keys_out"), up_to("sums_out"),
             optional("op"), optional("hash"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class KO, class VO, class Op = plus<>, class Hash = detail::hash_of_key,
            class Equal = detail::one_key>
  THRUM_HD pair<KO, VO> operator()(B const& exec, K keys_first, K keys_last, V values, KO keys_out, VO sums_out,
                                   Op op = {}, Hash hash = {}, Equal same = {}) const {
    if constexpr (detail::adds_halves<V, std::iter_value_t<V>, Op>) {
      auto const ends = (*this)(exec, keys_first, keys_last, detail::halves_as_floats(values), keys_out,
                                detail::output_for_floats(sums_out), plus<>{}, std::move(hash), std::move(same));
      return {ends.first, sums_out + (ends.first - keys_out)};
    } else if constexpr (detail::valid_iterators<B, K, V, KO, VO>()) {
      if constexpr (detail::valid_groups<B, K, Hash, Equal>() &&
                    detail::valid_operator<B, Op, std::iter_value_t<V>, detail::element_t<V>>() &&
                    detail::valid_output<B, KO, detail::element_t<K>>() &&
                    detail::valid_output<B, VO, std::iter_value_t<V>>()) {
        using sums = detail::grouping<detail::unwrapped_t<K>, detail::unwrapped_t<V>, detail::unwrapped_t<KO>,
                                      detail::unwrapped_t<VO>, Op, Hash, Equal>;
        std::ptrdiff_t const groups = detail::group_reduce(
            exec, sums{detail::unwrap(keys_first), detail::unwrap(values), keys_last - keys_first,
                       detail::unwrap(keys_out), detail::unwrap(sums_out), std::move(op), std::move(hash),
                       std::move(same)});
        return {keys_out + groups, sums_out + groups};
      } else return detail::wrong_call{};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT group_reduce_fn group_reduce{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
