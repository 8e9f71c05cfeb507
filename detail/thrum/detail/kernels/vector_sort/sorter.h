// The sort of numbers in vectors of one level. vector_sort.h includes this file
// once for each level, with THRUM_VECTOR_LEVEL and THRUM_VECTOR_TARGET defined:
// a target is written into a function, and is no parameter of a template. The
// file has no guard for that reason, includes nothing, and is empty elsewhere.
#if THRUM_HAS_VECTOR_TARGETS && defined(THRUM_VECTOR_LEVEL)
namespace thrum::detail {

template <class Number>
class vector_sorter<THRUM_VECTOR_LEVEL, Number> {
#define THRUM_PART_OF_VECTOR_CODE THRUM_VECTOR_TARGET THRUM_INLINED static
  using ops = sorted_vector<THRUM_VECTOR_LEVEL, Number>;
  using V = typename ops::type;
  using M = typename ops::mask;
  static constexpr int lanes = ops::lanes;
  template <auto N>
  using up_to = std::make_integer_sequence<int, static_cast<int>(N)>;

 public:
  using number = typename ops::number;
  /// The greatest number of numbers that are sorted in registers: 16 rows, a
  /// vector each.
  static constexpr std::ptrdiff_t leaf = 16 * lanes;

  /// Returns which floating-point numbers of these kinds are among n whose bits are the integers:
  /// zeros of the positive sign (1), zeros of the negative sign (2), NaNs (4), subnormal ones (8).
  /// `normal` and `infinity` have the bits of the least normal number and of infinity.
  THRUM_VECTOR_TARGET static int kinds_of(void const* data, std::ptrdiff_t n, number normal, number infinity) {
    V const negative = V{} + least, normals = V{} + normal, infinities = V{} + infinity;
    V are_positive{}, are_negative{}, are_nans{}, are_subnormal{};
    auto const* p = static_cast<word const*>(data);
    for (std::ptrdiff_t i = 0; i < n; i += lanes) {
      V const v = n - i >= lanes ? load(p + i) : ops::load_some(p + i, normals, n - i);
      V const magnitude = v & ~negative;
      are_positive |= v == V{};
      are_negative |= v == negative;
      are_nans |= magnitude > infinities;
      are_subnormal |= (magnitude < normals) & (magnitude > V{});
    }
    return (ops::less(are_positive, V{}) != 0 ? 1 : 0) | (ops::less(are_negative, V{}) != 0 ? 2 : 0) |
           (ops::less(are_nans, V{}) != 0 ? 4 : 0) | (ops::less(are_subnormal, V{}) != 0 ? 8 : 0);
  }
  /// Writes the signed integers of n elements, or the elements of n integers, to `to`, which may be
  /// `from`.
  template <bool Back, class Map>
  THRUM_VECTOR_TARGET static void convert(void const* from, void* to, std::ptrdiff_t n, Map map) {
    auto const* p = static_cast<word const*>(from);
    auto* q = static_cast<word*>(to);
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes) store(q + i, converted<Back>(load(p + i), map));
    ops::store_some(q + i, converted<Back>(ops::load_some(p + i, V{}, n - i), map), n - i);
  }

  /// Writes n numbers with the other sign to `to`, which may be `from`.
  THRUM_VECTOR_TARGET static void negate(void const* from, void* to, std::ptrdiff_t n) {
    auto const* p = static_cast<word const*>(from);
    auto* q = static_cast<word*>(to);
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes) store(q + i, -load(p + i));
    ops::store_some(q + i, -ops::load_some(p + i, V{}, n - i), n - i);
  }

  /// Sorts n numbers. None is less than `low`.
  THRUM_VECTOR_TARGET static void sort(void* data, std::ptrdiff_t n, number low = least) {
    int const rounds = 2 * (64 - __builtin_clzll(static_cast<unsigned long long>(n) | 1));
    sort_part(static_cast<word*>(data), n, low, rounds);
  }

  /// Splits n numbers by ascending bounds: the numbers before bound 0, the numbers before bound 1,
  /// ... sizes[b] becomes the number before bound b, and sizes[count] that of the others.
  THRUM_VECTOR_TARGET static void split(void* data, std::ptrdiff_t n, number const* bounds, std::ptrdiff_t count,
                                        std::ptrdiff_t* sizes) {
    split_part(static_cast<word*>(data), n, bounds, count, sizes);
  }

  /// Counts the numbers that equal each of `distinct` different values among n numbers. Returns
  /// false, soon, if there are others.
  THRUM_VECTOR_TARGET static bool count_values(void const* data, std::ptrdiff_t n, void const* values,
                                               int distinct, std::ptrdiff_t* counts) {
    constexpr std::ptrdiff_t block = 256 * lanes;
    constexpr int abreast = 8;
    auto const *p = static_cast<word const*>(data), *x = static_cast<word const*>(values);
    std::fill_n(counts, distinct, std::ptrdiff_t{0});
    for (std::ptrdiff_t begin = 0; begin < n; begin += block) {
      std::ptrdiff_t const size = std::min(block, n - begin);
      std::ptrdiff_t seen = 0;
      for (int first = 0; first < distinct; first += abreast)
        seen += count_some(p + begin, size, x + first, std::min(abreast, distinct - first), counts + first,
                           up_to<abreast>{});
      if (seen != size) return false;
    }
    return true;
  }
  /// Writes the numbers from begin to end of an array in which values[v] ends at ends[v].
  THRUM_VECTOR_TARGET static void write_values(void* data, std::ptrdiff_t begin, std::ptrdiff_t end,
                                               void const* values, std::ptrdiff_t const* ends) {
    auto* const p = static_cast<word*>(data);
    auto const* x = static_cast<word const*>(values);
    for (std::ptrdiff_t i = begin; i < end; ++x, ++ends) {
      std::ptrdiff_t const stop = std::min(*ends, end);
      V const v = V{} + x->value;
      if (i >= stop) continue;
      for (; stop - i >= lanes; i += lanes) store(p + i, v);
      ops::store_some(p + i, v, stop - i);
      i = stop;
    }
  }

 private:
  static constexpr bool is_real = std::is_floating_point_v<number>;
  using limits = std::numeric_limits<number>;
  static constexpr number least = is_real ? -limits::infinity() : limits::min(),
                          greatest = is_real ? limits::infinity() : limits::max();
  /// Returns the number that follows x. Infinity has none; no number is subnormal.
  static number next(number x) {
    if constexpr (is_real) {
      if (x == 0) return limits::min();
      std::conditional_t<sizeof(number) == 4, std::int32_t, std::int64_t> bits;
      __builtin_memcpy(&bits, &x, sizeof bits);
      bits += x < 0 ? -1 : 1;
      __builtin_memcpy(&x, &bits, sizeof bits);
      return x;
    } else {
      return static_cast<number>(x + 1);
    }
  }
  /// A number at a place where elements of another type may lie.
  struct __attribute__((may_alias)) word {
    number value;
    friend bool operator<(word a, word b) { return a.value < b.value; }
  };

  THRUM_PART_OF_VECTOR_CODE V load(word const* p) {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  THRUM_PART_OF_VECTOR_CODE void store(word* p, V v) { __builtin_memcpy(p, &v, sizeof v); }
  /// Adds the numbers of some values to their counts. Returns the sum of these numbers.
  template <int... I>
  THRUM_VECTOR_TARGET static std::ptrdiff_t count_some(word const* p, std::ptrdiff_t n, word const* values,
                                                       int distinct, std::ptrdiff_t* counts,
                                                       std::integer_sequence<int, I...>) {
    V const x[] = {V{} + values[I < distinct ? I : 0].value...};
    std::ptrdiff_t seen[sizeof...(I)] = {};
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes) {
      V const v = load(p + i);
      ((seen[I] += __builtin_popcount(ops::equal(v, x[I]))), ...);
    }
    V const rest = ops::load_some(p + i, V{}, n - i);
    ((seen[I] += __builtin_popcount(ops::equal(rest, x[I]) & ops::first(n - i))), ...);
    std::ptrdiff_t sum = 0;
    for (int v = 0; v < distinct; ++v) {
      counts[v] += seen[v];
      sum += seen[v];
    }
    return sum;
  }
  THRUM_PART_OF_VECTOR_CODE V lesser(V a, V b) { return a < b ? a : b; }
  THRUM_PART_OF_VECTOR_CODE V greater(V a, V b) { return a > b ? a : b; }
  /// Returns lanes of a and b. The lanes of b follow those of a.
  template <int... From>
  THRUM_PART_OF_VECTOR_CODE V picked(V a, V b) {
#if defined(__clang__)
    return __builtin_shufflevector(a, b, From...);
#else  // nvcc hands g++ no packs of the other builtin
    return __builtin_shuffle(a, b, typename ops::places{From...});
#endif
  }
  /// Returns lane I of the result from lane I ^ X.
  template <int X, int... I>
  THRUM_PART_OF_VECTOR_CODE V exchanged(V v, std::integer_sequence<int, I...>) {
    return picked<(I ^ X)...>(v, v);
  }
  template <int X>
  THRUM_PART_OF_VECTOR_CODE V exchanged(V v) {
    return exchanged<X>(v, up_to<lanes>{});
  }
  template <int D, int... I>
  THRUM_PART_OF_VECTOR_CODE V blended(V a, V b, std::integer_sequence<int, I...>) {
    return picked<((I & D) != 0 ? I + lanes : I)...>(a, b);
  }
  /// Returns the greater in lanes whose number has the bit D, the lesser in the
  /// others.
  template <int D>
  THRUM_PART_OF_VECTOR_CODE V ordered(V a, V b) {
    return blended<D>(lesser(a, b), greater(a, b), up_to<lanes>{});
  }

  // A matrix of Rows vectors is sorted: first its columns, by Batcher's
  // network, then pairs of columns, fours of columns, ... are merged. Column c
  // is before column c + 1. The first step of a merge compares each element
  // with the element that is as far from the end as the first is from the
  // beginning; the steps after it compare elements at distances that halve.

  THRUM_PART_OF_VECTOR_CODE void put_in_order(V& a, V& b) {
    V const before = lesser(a, b);
    b = greater(a, b);
    a = before;
  }
  template <std::size_t Rows, int... I>
  THRUM_PART_OF_VECTOR_CODE void sort_columns(V (&v)[Rows], std::integer_sequence<int, I...>) {
    (put_in_order(v[sorting_network<Rows>.pairs[I].a], v[sorting_network<Rows>.pairs[I].b]), ...);
  }
  template <int Columns>
  THRUM_PART_OF_VECTOR_CODE void fold(V& a, V& b) {
    V const of_a = exchanged<Columns - 1>(a), of_b = exchanged<Columns - 1>(b);
    a = ordered<Columns / 2>(a, of_b);
    b = ordered<Columns / 2>(b, of_a);
  }
  template <int Distance, std::size_t Rows, int... Row>
  THRUM_PART_OF_VECTOR_CODE void merge_across(V (&v)[Rows], std::integer_sequence<int, Row...> rows) {
    if constexpr (Distance > 0) {
      ((v[Row] = ordered<Distance>(v[Row], exchanged<Distance>(v[Row]))), ...);
      merge_across<Distance / 2>(v, rows);
    }
  }
  template <int Distance, std::size_t Rows, int... I>
  THRUM_PART_OF_VECTOR_CODE void merge_down(V (&v)[Rows], std::integer_sequence<int, I...> half) {
    if constexpr (Distance > 0) {
      (put_in_order(v[I / Distance * 2 * Distance + I % Distance],
                    v[I / Distance * 2 * Distance + I % Distance + Distance]),
       ...);
      merge_down<Distance / 2>(v, half);
    }
  }
  template <int Columns, std::size_t Rows, int... I>
  THRUM_PART_OF_VECTOR_CODE void merge_columns(V (&v)[Rows], std::integer_sequence<int, I...> half) {
    if constexpr (Columns <= lanes) {
      (fold<Columns>(v[I], v[Rows - 1 - static_cast<std::size_t>(I)]), ...);
      merge_across<Columns / 4>(v, up_to<Rows>{});
      merge_down<Rows / 2>(v, half);
      merge_columns<2 * Columns>(v, half);
    }
  }
  template <std::size_t Rows>
  THRUM_PART_OF_VECTOR_CODE void sort_matrix(V (&v)[Rows]) {
    sort_columns(v, up_to<sorting_network<Rows>.count>{});
    merge_columns<2>(v, up_to<Rows / 2>{});
  }
  /// Takes lanes of a and b in turn.
  template <int... I>
  THRUM_PART_OF_VECTOR_CODE void zip(V a, V b, V& first, V& second, std::integer_sequence<int, I...>) {
    first = picked<(I / 2 + I % 2 * lanes)...>(a, b);
    second = picked<(lanes / 2 + I / 2 + I % 2 * lanes)...>(a, b);
  }
  /// Lays the columns out one after the other.
  template <int Rounds, std::size_t Rows, int... I>
  THRUM_PART_OF_VECTOR_CODE void columns_to_rows(V (&v)[Rows], std::integer_sequence<int, I...> half) {
    if constexpr (Rounds > 1) {
      V zipped[Rows];
      (zip(v[I], v[I + Rows / 2], zipped[2 * I], zipped[2 * I + 1], up_to<lanes>{}), ...);
      ((v[2 * I] = zipped[2 * I], v[2 * I + 1] = zipped[2 * I + 1]), ...);
      columns_to_rows<Rounds / 2>(v, half);
    }
  }
  template <std::size_t Rows, int... Row>
  THRUM_PART_OF_VECTOR_CODE void load_rows(V (&v)[Rows], word const* p, std::ptrdiff_t n,
                                           std::integer_sequence<int, Row...>) {
    ((v[Row] = ops::load_some(p + Row * lanes, V{} + greatest, n - Row * lanes)), ...);
  }
  template <std::size_t Rows, int... Row>
  THRUM_PART_OF_VECTOR_CODE void store_rows(V const (&v)[Rows], word* p, std::ptrdiff_t n,
                                            std::integer_sequence<int, Row...>) {
    (ops::store_some(p + Row * lanes, v[Row], n - Row * lanes), ...);
  }
  template <std::size_t Rows>
  THRUM_VECTOR_TARGET static void sort_rows(word* p, std::ptrdiff_t n) {
    V v[Rows];
    load_rows(v, p, n, up_to<Rows>{});
    sort_matrix(v);
    columns_to_rows<Rows>(v, up_to<Rows / 2>{});
    store_rows(v, p, n, up_to<Rows>{});
  }

  THRUM_PART_OF_VECTOR_CODE V median(V a, V b, V c) { return greater(lesser(a, b), lesser(greater(a, b), c)); }
  /// Returns a number of n numbers that is near the median: if there are few, a
  /// median of medians of vectors at three places, otherwise the median of four
  /// vectors' numbers from everywhere.
  THRUM_VECTOR_TARGET static number pivot_of(word const* p, std::ptrdiff_t n) {
    auto random = static_cast<std::uint64_t>(n) * 0x9E3779B97F4A7C15U;
    if (n < vector_sort_many) {
      auto const at = [=](unsigned part, int shift) {
        return static_cast<std::ptrdiff_t>(
            (static_cast<std::uint64_t>(n - lanes) * (part * 256 + (random >> shift & 255))) >> 11);
      };
      V v = median(load(p + at(0, 56)), load(p + at(4, 48)), load(p + at(7, 40)));
      v = median(v, exchanged<lanes / 2>(v), exchanged<lanes / 4>(v));
      v = median(v, exchanged<2>(v), exchanged<lanes / 4 + 1>(v));
      return v[0];
    }
    constexpr std::ptrdiff_t size = 4 * lanes;
    word sample[static_cast<std::size_t>(size)];
    std::uint64_t const part = static_cast<std::uint64_t>(n / size);
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      sample[i] = p[i * (n / size) + static_cast<std::ptrdiff_t>((random >> 40) * part >> 24)];
    }
    V v[4];
    load_rows(v, sample, size, up_to<4>{});
    sort_matrix(v);
    return v[0][lanes / 2];
  }

  /// What is still to be partitioned, and where the next numbers go: the lesser ones from `front`
  /// on, the others before `back`.
  struct partition_state {
    word *front, *back;
    V bounds;
  };
  /// Puts the numbers of a vector in their parts. Stores the whole vector at both ends of the gap,
  /// of which lanes are overwritten later.
  THRUM_PART_OF_VECTOR_CODE void put(partition_state& s, V v) {
    M const less = ops::less(v, s.bounds);
    V const divided = ops::divided(v, less);
    store(s.front, divided);
    store(s.back - lanes, divided);
    std::ptrdiff_t const count = __builtin_popcount(less);
    s.front += count;
    s.back -= lanes - count;
  }
  template <int... I>
  THRUM_PART_OF_VECTOR_CODE void put_rows(partition_state& s, V const* v, std::integer_sequence<int, I...>) {
    (put(s, v[I]), ...);
  }
  template <int... I>
  THRUM_PART_OF_VECTOR_CODE void put_all(partition_state& s, word const* p,
                                         std::integer_sequence<int, I...> rows) {
    V const v[] = {load(p + I * lanes)...};
    put_rows(s, v, rows);
  }
  /// Puts n numbers in their parts, fewer than a vector has.
  THRUM_PART_OF_VECTOR_CODE void put_some(partition_state& s, word const* p, std::ptrdiff_t n) {
    V const v = ops::load_some(p, V{}, n);
    M const less = static_cast<M>(ops::less(v, s.bounds) & ops::first(n)),
            others = static_cast<M>(~less & ops::first(n));
    std::ptrdiff_t const count = __builtin_popcount(less);
    ops::store_some(s.front, ops::divided(v, less), count);
    ops::store_some(s.back - (n - count), ops::divided(v, others), n - count);
    s.front += count;
    s.back -= n - count;
  }
  /// Moves the numbers that are less than a bound before the others. Returns how many there are. n
  /// is at least the size of `leaf`. The first and the last eight vectors are put in place last, so
  /// that there is a gap of as many numbers between both parts; the next numbers are taken where
  /// the gap is narrower.
  THRUM_VECTOR_TARGET static std::ptrdiff_t partition(word* data, std::ptrdiff_t n, number bound) {
    constexpr std::ptrdiff_t batch = leaf / 2;
    using rows = up_to<batch / lanes>;
    V first[batch / lanes], last[batch / lanes];
    load_rows(first, data, batch, rows{});
    load_rows(last, data + n - batch, batch, rows{});
    partition_state s{data, data + n, V{} + bound};
    word *left = data + batch, *right = data + n - batch;
    while (right - left >= batch) {
      if (left - s.front <= s.back - right) {
        left += batch;
        put_all(s, left - batch, rows{});
      } else {
        right -= batch;
        put_all(s, right, rows{});
      }
    }
    while (right - left >= lanes) {
      if (left - s.front <= s.back - right) {
        left += lanes;
        put(s, load(left - lanes));
      } else {
        right -= lanes;
        put(s, load(right));
      }
    }
    put_some(s, left, right - left);
    put_rows(s, first, rows{});
    put_rows(s, last, rows{});
    return s.front - data;
  }

  /// Does the same to fewer numbers than `leaf`. Numbers that are not less are aside for a while.
  THRUM_VECTOR_TARGET static std::ptrdiff_t partition_few(word* data, std::ptrdiff_t n, number bound) {
    word aside[leaf];
    partition_state s{data, aside + leaf, V{} + bound};
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes) put(s, load(data + i));
    put_some(s, data + i, n - i);
    std::copy(s.back, aside + leaf, s.front);
    return s.front - data;
  }

  THRUM_VECTOR_TARGET static bool all_equal(word const* p, std::ptrdiff_t n, number x) {
    V const xs = V{} + x;
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes)
      if (ops::less(xs, load(p + i)) != 0) return false;
    return ops::less(xs, ops::load_some(p + i, xs, n - i)) == 0;
  }

  /// Sorts by partitions. A part that is not divided after `rounds` partitions
  /// is sorted as a heap, which bounds the time.
  THRUM_VECTOR_TARGET static void sort_part(word* data, std::ptrdiff_t n, number low, int rounds) {
    for (; n > leaf; --rounds) {
      if (rounds == 0) {
        std::make_heap(data, data + n);
        std::sort_heap(data, data + n);
        return;
      }
      number pivot = pivot_of(data, n);
      bool const is_low = pivot == low;
      // Numbers that equal the least one are in order once they are apart from
      // the others.
      if (is_low) {
        if (all_equal(data, n, low)) return;
        pivot = next(pivot);
      }
      std::ptrdiff_t const lesser = partition(data, n, pivot);
      if (!is_low) sort_part(data, lesser, low, rounds - 1);
      data += lesser;
      n -= lesser;
      low = pivot;
    }
    if (n <= 4 * lanes) sort_rows<4>(data, n);
    else if (n <= 8 * lanes) sort_rows<8>(data, n);
    else sort_rows<16>(data, n);
  }

  THRUM_VECTOR_TARGET static void split_part(word* data, std::ptrdiff_t n, number const* bounds,
                                             std::ptrdiff_t count, std::ptrdiff_t* sizes) {
    if (count == 0) {
      sizes[0] = n;
      return;
    }
    std::ptrdiff_t const half = count / 2;
    std::ptrdiff_t const lesser =
        n < leaf ? partition_few(data, n, bounds[half]) : partition(data, n, bounds[half]);
    split_part(data, lesser, bounds, half, sizes);
    split_part(data + lesser, n - lesser, bounds + half + 1, count - half - 1, sizes + half + 1);
  }

  template <bool Back, class Map>
  THRUM_PART_OF_VECTOR_CODE V converted(V v, Map map) {
    V const flips = V{} + map.flips;
    if constexpr (!Map::is_real) {
      return v ^ flips;
    } else {
      // As to_radix does: a sign and a magnitude become a signed number, to
      // which an infinity is added.
      typedef std::make_unsigned_t<number> wrapping __attribute__((vector_size(sizeof(V))));
      wrapping const infinity = wrapping{} + map.infinity;
      if constexpr (!Back) {
        V const negative = v < V{}, value = ((v & greatest) ^ negative) - negative;
        return __builtin_bit_cast(V, __builtin_bit_cast(wrapping, (value ^ flips) - flips) + infinity);
      } else {
        V value = __builtin_bit_cast(V, __builtin_bit_cast(wrapping, v) - infinity);
        value = (value ^ flips) - flips;
        V const negative = value < V{}, magnitude = (value ^ negative) - negative;
        return magnitude | (negative & least) | ((value == V{}) & map.zero);
      }
    }
  }
#undef THRUM_PART_OF_VECTOR_CODE
};

}  // namespace thrum::detail
#endif
