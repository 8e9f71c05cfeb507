// The sort of numbers in vectors of one level. vector_sort.h includes this file
// once for each level, with THRUM_VECTOR_LEVEL and THRUM_VECTOR_TARGET defined:
// a target is written into a function, and is no parameter of a template. The
// file has no guard for that reason, and includes nothing.
#if THRUM_HAS_VECTOR_TARGETS
namespace thrum::detail {

template <std::size_t Size>
class vector_sorter<THRUM_VECTOR_LEVEL, Size> {
#define THRUM_PART_OF_VECTOR_CODE THRUM_VECTOR_TARGET THRUM_INLINED static
  using ops = sorted_vector<THRUM_VECTOR_LEVEL, Size>;
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

  /// Returns whether there are zeros of the positive sign (1) and of the
  /// negative sign (2) among n floating-point numbers.
  THRUM_VECTOR_TARGET static int zeros_of(void const* data, std::ptrdiff_t n) {
    V const negative = V{} + least;
    V are_positive{}, are_negative{};
    auto const* p = static_cast<word const*>(data);
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes) {
      V const v = load(p + i);
      are_positive |= v == V{};
      are_negative |= v == negative;
    }
    V const rest = ops::load_some(p + i, V{} + 1, n - i);
    are_positive |= rest == V{};
    are_negative |= rest == negative;
    return (ops::less(are_positive, V{}) != 0 ? 1 : 0) | (ops::less(are_negative, V{}) != 0 ? 2 : 0);
  }
  /// Makes signed integers of n elements, or elements of the integers again.
  template <bool Back, class Map>
  THRUM_VECTOR_TARGET static void convert(void* data, std::ptrdiff_t n, Map map) {
    auto* p = static_cast<word*>(data);
    std::ptrdiff_t i = 0;
    for (; n - i >= lanes; i += lanes) store(p + i, converted<Back>(load(p + i), map));
    ops::store_some(p + i, converted<Back>(ops::load_some(p + i, V{}, n - i), map), n - i);
  }

  /// Sorts n integers at `data`. They end at `data` or, with to_other, at
  /// `other`; both have room for n. No integer is less than `low`.
  THRUM_VECTOR_TARGET static void sort(void* data, void* other, std::ptrdiff_t n, bool to_other = false,
                                       number low = least) {
    int const rounds = 2 * (64 - __builtin_clzll(static_cast<unsigned long long>(n) | 1));
    sort_part(static_cast<word*>(data), static_cast<word*>(other), n, to_other, low, rounds);
  }

  /// Splits n integers at `data` by ascending bounds: the integers before bound
  /// 0, the integers before bound 1, ... They end at `other`. sizes[b] becomes
  /// the number before bound b, and sizes[count] that of the others.
  THRUM_VECTOR_TARGET static void split(void* data, void* other, std::ptrdiff_t n, number const* bounds,
                                        std::ptrdiff_t count, std::ptrdiff_t* sizes) {
    split_part(static_cast<word*>(data), static_cast<word*>(other), n, true, bounds, count, sizes);
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
  static constexpr number least = std::numeric_limits<number>::min(),
                          greatest = std::numeric_limits<number>::max();
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
    return __builtin_shuffle(a, b, V{From...});
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
  THRUM_VECTOR_TARGET static void sort_rows(word const* from, word* to, std::ptrdiff_t n) {
    V v[Rows];
    load_rows(v, from, n, up_to<Rows>{});
    sort_matrix(v);
    columns_to_rows<Rows>(v, up_to<Rows / 2>{});
    store_rows(v, to, n, up_to<Rows>{});
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

  /// Moves the numbers that are less than a bound to the front of `data`, if
  /// Keep, and the others to the front of `other`; without Keep, the lesser
  /// ones to `other`. Returns the number of lesser ones. Stores whole vectors,
  /// whose last lanes are overwritten by the next: at `data` none beyond what
  /// is loaded, and at `other` as many numbers as are loaded, at most.
  template <bool Keep>
  THRUM_VECTOR_TARGET static std::ptrdiff_t partition(word* data, word* other, std::ptrdiff_t n, number bound) {
    V const bounds = V{} + bound;
    std::ptrdiff_t const rest = n % lanes;
    word const* const end = data + (n - rest);
    V const last = ops::load_some(end, V{}, rest);
    word *kept = data, *moved = other;
    for (word const* p = data; p != end; p += lanes) {
      V const v = load(p);
      M const less = ops::less(v, bounds), more = static_cast<M>(~less & all), keep = Keep ? less : more;
      store(kept, ops::compress(v, keep));
      store(moved, ops::compress(v, Keep ? more : less));
      std::ptrdiff_t const count = __builtin_popcount(keep);
      kept += count;
      moved += lanes - count;
    }
    M const less = static_cast<M>(ops::less(last, bounds) & ops::first(rest)),
            more = static_cast<M>(~less & ops::first(rest)), keep = Keep ? less : more;
    std::ptrdiff_t const count = __builtin_popcount(keep);
    ops::store_some(kept, ops::compress(last, keep), count);
    ops::store_some(moved, ops::compress(last, Keep ? more : less), rest - count);
    return Keep ? kept + count - data : moved + (rest - count) - other;
  }
  static constexpr M all = static_cast<M>((1U << lanes) - 1);

  /// A part of a sort: n numbers at `data` that end at `data` or, with
  /// to_other, at `other`.
  struct part {
    word *data, *other;
    std::ptrdiff_t n;
    bool to_other;
  };
  /// Partitions a part. Both new parts have room of their own at both places.
  THRUM_VECTOR_TARGET static void partition(part p, number bound, part& lesser, part& others) {
    if (p.to_other) {
      std::ptrdiff_t const m = partition<false>(p.data, p.other, p.n, bound), left = p.n - m;
      lesser = {p.other, p.data + left, m, false};
      others = {p.data, p.other + m, left, true};
    } else {
      std::ptrdiff_t const m = partition<true>(p.data, p.other, p.n, bound), left = p.n - m;
      lesser = {p.data, p.other + left, m, false};
      others = {p.other, p.data + m, left, true};
    }
  }
  THRUM_VECTOR_TARGET static void finish(part p) {
    if (p.to_other) std::copy_n(p.data, p.n, p.other);
  }
  THRUM_VECTOR_TARGET static bool all_equal(part p, number x) {
    V const xs = V{} + x;
    std::ptrdiff_t i = 0;
    for (; p.n - i >= lanes; i += lanes)
      if (ops::less(xs, load(p.data + i)) != 0) return false;
    return ops::less(xs, ops::load_some(p.data + i, xs, p.n - i)) == 0;
  }

  /// Sorts by partitions. A part that is not divided after `rounds` partitions
  /// is sorted as a heap, which bounds the time.
  THRUM_VECTOR_TARGET static void sort_part(word* data, word* other, std::ptrdiff_t n, bool to_other, number low,
                                            int rounds) {
    part p{data, other, n, to_other};
    for (; p.n > leaf; --rounds) {
      if (rounds == 0) {
        std::make_heap(p.data, p.data + p.n);
        std::sort_heap(p.data, p.data + p.n);
        return finish(p);
      }
      number pivot = pivot_of(p.data, p.n);
      bool const is_low = pivot == low;
      // Numbers that equal the least one are in order once they are apart from
      // the others.
      if (is_low) {
        if (all_equal(p, low)) return finish(p);
        ++pivot;
      }
      part lesser, others;
      partition(p, pivot, lesser, others);
      if (!is_low) sort_part(lesser.data, lesser.other, lesser.n, lesser.to_other, low, rounds - 1);
      p = others;
      low = pivot;
    }
    word* const to = p.to_other ? p.other : p.data;
    if (p.n <= 4 * lanes) sort_rows<4>(p.data, to, p.n);
    else if (p.n <= 8 * lanes) sort_rows<8>(p.data, to, p.n);
    else sort_rows<16>(p.data, to, p.n);
  }

  THRUM_VECTOR_TARGET static void split_part(word* data, word* other, std::ptrdiff_t n, bool to_other,
                                             number const* bounds, std::ptrdiff_t count, std::ptrdiff_t* sizes) {
    part const p{data, other, n, to_other};
    if (count == 0) {
      sizes[0] = n;
      return finish(p);
    }
    std::ptrdiff_t const half = count / 2;
    part lesser, others;
    partition(p, bounds[half], lesser, others);
    split_part(lesser.data, lesser.other, lesser.n, lesser.to_other, bounds, half, sizes);
    split_part(others.data, others.other, others.n, others.to_other, bounds + half + 1, count - half - 1,
               sizes + half + 1);
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
