// Sums of every kind, of the same input, under a policy; tests of "the same bits" compare them.
#pragma once

#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segments.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>
#include "data.h"

/// Returns numbers of both signs whose magnitudes differ by up to 2^40, so that sums depend on the
/// order of the additions.
template <class T>
T mixed_magnitude(std::size_t i) {
  auto const bits = random_bits(i);
  auto const fraction = static_cast<double>(bits >> 12) / static_cast<double>(std::uint64_t{1} << 52) - 0.25;
  return static_cast<T>(std::ldexp(fraction, static_cast<int>(bits % 41) - 20));
}

/// Returns keys in runs whose lengths change every 20000 elements: of one or two elements, of about
/// 30, 1000 and 100000.
inline std::vector<int> keys_in_runs(std::size_t n) {
  std::vector<int> keys(n);
  int key = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const lengths[] = {2, 100'000, 30, 1000};
    std::size_t const at = i % 100'000;  // there is a run of thousands between short ones
    if ((at < 1000 || at > 4000) && random_bits(i) % lengths[i / 20'000 % 4] == 0) ++key;
    keys[i] = key;
  }
  return keys;
}

template <class T>
struct times_1_1 {
  THRUM_HD T operator()(T x) const { return x * T(1.1); }
};

/// The bytes of the algorithms' results, one after the other, with the algorithms' names.
struct results_of_sums {
  std::vector<std::string> names;
  std::vector<std::vector<unsigned char>> bytes;

  template <class T>
  void add(std::string name, std::vector<T> const& values) {
    names.push_back(std::move(name));
    std::vector<unsigned char> raw(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(raw.data(), static_cast<void const*>(values.data()), raw.size());
    bytes.push_back(std::move(raw));
  }
  /// Returns the names of the algorithms whose results differ.
  std::string differences(results_of_sums const& other) const {
    if (names != other.names) return "not the same sums";
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (bytes[i] != other.bytes[i]) text += names[i] + "; ";
    }
    return text;
  }
};

/// Memory is the kind of memory of the policy's vectors: Memory::vector<T>, Memory::pointer(v),
/// Memory::host(v).
template <class Memory, class Policy>
class sums {
 public:
  sums(Policy policy, std::vector<int> const& keys, std::vector<int> const& offsets)
      : policy_(policy),
        n_(static_cast<std::ptrdiff_t>(keys.size())),
        keys_(keys.begin(), keys.end()),
        offsets_(offsets.begin(), offsets.end()) {}

  /// Sums of numbers.
  template <class T>
  results_of_sums of_numbers(std::vector<T> const& elements) {
    vector<T> v(elements.begin(), elements.end());
    T* const first = Memory::pointer(v);
    T* const last = first + n_;
    T const start = T(0.3);
    thrum::plus<T> const plus;
    thrum::maximum<T> const most;
    results_.add(
        "reduce",
        std::vector<T>{thrum::reduce(policy_, first, last), thrum::reduce(policy_, first, last, start, plus),
                       thrum::reduce(policy_, first, last, start, most),
                       thrum::transform_reduce(policy_, first, last, times_1_1<T>{}, start, plus),
                       thrum::inner_product(policy_, first, last, first, start)});
    results_.add("reduce to double", std::vector<double>{thrum::reduce(policy_, first, last, 0.1)});
    results_.add("reduce to integers", std::vector<long long>{thrum::reduce(policy_, first, last, 0LL)});
    keep<T>("reduce_into", 1, [&](T* out) { thrum::reduce_into(policy_, first, last, out, start); });
    keep<T>("inclusive_scan", n_, [&](T* out) { thrum::inclusive_scan(policy_, first, last, out); });
    keep<T>("inclusive_scan, from a start", n_,
            [&](T* out) { thrum::inclusive_scan(policy_, first, last, out, start, plus); });
    keep<T>("exclusive_scan", n_, [&](T* out) { thrum::exclusive_scan(policy_, first, last, out, start); });
    keep<T>("exclusive_scan to integers", n_,
            [&](T* out) { thrum::exclusive_scan(policy_, first, last, out, 0LL); });
    keep<T>("transform_inclusive_scan", n_,
            [&](T* out) { thrum::transform_inclusive_scan(policy_, first, last, out, times_1_1<T>{}, plus); });
    keep<T>("transform_exclusive_scan", n_, [&](T* out) {
      thrum::transform_exclusive_scan(policy_, first, last, out, times_1_1<T>{}, start, plus);
    });
    keep<T>("exclusive_scan_by_key", n_,
            [&](T* out) { thrum::exclusive_scan_by_key(policy_, keys(), keys() + n_, first, out, start); });
    keep<T>("exclusive_scan_by_key to float", n_,
            [&](T* out) { thrum::exclusive_scan_by_key(policy_, keys(), keys() + n_, first, out, 0.1F); });
    keep<T>("segmented_exclusive_scan", n_,
            [&](T* out) { thrum::segmented_exclusive_scan(policy_, first, last, segments(), out, start); });
    for (std::ptrdiff_t const bins : {std::ptrdiff_t{1}, std::ptrdiff_t{50}, n_ / 4 + 2}) {
      keep<T>("histogram_by_key", bins,
              [&](T* out) { thrum::histogram_by_key(policy_, keys(), keys() + n_, first, out, out + bins); });
    }
    of_objects(elements, start, plus);
    return results_;
  }

  /// Sums of any elements by any associative operator.
  template <class T, class Op>
  results_of_sums const& of_objects(std::vector<T> const& elements, T start, Op op) {
    vector<T> v(elements.begin(), elements.end());
    T* const first = Memory::pointer(v);
    T* const last = first + n_;
    results_.add("reduce, by an operator", std::vector<T>{thrum::reduce(policy_, first, last, start, op)});
    keep<T>("inclusive_scan, by an operator", n_,
            [&](T* out) { thrum::inclusive_scan(policy_, first, last, out, op); });
    keep<T>("exclusive_scan, by an operator, in place", n_, [&](T* out) {
      copy_in(elements, out);
      thrum::exclusive_scan(policy_, out, out + n_, out, start, op);
    });
    std::ptrdiff_t runs = 0;
    vector<int> keys_out(keys_.size());
    keep<T>("reduce_by_key", n_, [&](T* out) {
      fill(start, out);
      int* const to = Memory::pointer(keys_out);
      auto const ends =
          thrum::reduce_by_key(policy_, keys(), keys() + n_, first, to, out, thrum::equal_to<>{}, op);
      runs = ends.second - out;
    });
    auto keys_of_runs = Memory::host(keys_out);
    keys_of_runs.resize(static_cast<std::size_t>(runs));
    results_.add("keys of reduce_by_key", keys_of_runs);
    keep<T>("inclusive_scan_by_key, in place", n_, [&](T* out) {
      copy_in(elements, out);
      thrum::inclusive_scan_by_key(policy_, keys(), keys() + n_, out, out, thrum::equal_to<>{}, op);
    });
    auto const count = static_cast<std::ptrdiff_t>(offsets_.size()) - 1;
    keep<T>("segmented_reduce", count,
            [&](T* out) { thrum::segmented_reduce(policy_, first, last, segments(), out, start, op); });
    constexpr std::ptrdiff_t size = 100;
    keep<T>("segmented_reduce of equal segments", (n_ + size - 1) / size, [&](T* out) {
      thrum::segmented_reduce(policy_, first, last, thrum::segments_of(size), out, start, op);
    });
    keep<T>("segmented_inclusive_scan, in place", n_, [&](T* out) {
      copy_in(elements, out);
      thrum::segmented_inclusive_scan(policy_, out, out + n_, segments(), out, op);
    });
    return results_;
  }

 private:
  template <class T>
  using vector = typename Memory::template vector<T>;

  int* keys() { return Memory::pointer(keys_); }
  auto segments() {
    int* const offsets = Memory::pointer(offsets_);
    return thrum::segments_at(offsets, offsets + offsets_.size());
  }
  template <class T, class Call>
  void keep(std::string name, std::ptrdiff_t n, Call call) {
    vector<T> out(static_cast<std::size_t>(n), T());
    call(Memory::pointer(out));
    results_.add(std::move(name), Memory::host(out));
  }
  template <class T>
  void copy_in(std::vector<T> const& elements, T* out) {
    Memory::copy_in(elements, out);
  }
  template <class T>
  void fill(T const& value, T* out) {
    Memory::copy_in(std::vector<T>(keys_.size(), value), out);
  }

  Policy policy_;
  std::ptrdiff_t n_;
  vector<int> keys_, offsets_;
  results_of_sums results_;
};

/// Returns a range cut into segments of very different lengths, some empty.
inline std::vector<int> offsets_of_segments(std::size_t n) {
  std::vector<int> offsets{0};
  for (std::size_t at = 0, k = 0; at < n; ++k) {
    std::size_t const lengths[] = {0, 1, 2, 7, 16, 17, 40, 64, 65, 200, 256, 257, 1000, 16383, 16385, 50'000};
    at = std::min(n, at + lengths[random_bits(k) % 16]);
    offsets.push_back(static_cast<int>(at));
  }
  return offsets;
}

struct host_memory_of_sums {
  template <class T>
  using vector = std::vector<T>;
  template <class T>
  static T* pointer(std::vector<T>& v) {
    return v.data();
  }
  template <class T>
  static std::vector<T> host(std::vector<T> const& v) {
    return v;
  }
  template <class T>
  static void copy_in(std::vector<T> const& elements, T* out) {
    std::copy(elements.begin(), elements.end(), out);
  }
};

/// Maps x -> scale * x + offset, applied one after the other: an operator that does not commute.
struct affine {
  float scale, offset;
};
struct compose_affine {
  THRUM_HD affine operator()(affine const& f, affine const& g) const {
#if defined(__CUDA_ARCH__)
    return {__fmul_rn(f.scale, g.scale), __fadd_rn(__fmul_rn(f.offset, g.scale), g.offset)};
#else
    return {f.scale * g.scale, f.offset * g.scale + g.offset};
#endif
  }
};
/// An element that is too large for blocks of eight.
struct three_doubles {
  double x, y, z;
};
struct add_doubles {
  THRUM_HD three_doubles operator()(three_doubles const& a, three_doubles const& b) const {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
};
