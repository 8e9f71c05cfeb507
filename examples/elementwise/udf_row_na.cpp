// A function of the rows of a table whose columns are vectors: a + b, or no value (NA) if that is
// more than 3. A column with missing values is two vectors, the values and a flag for each; a sum
// adds the values whose flag is set.
#include <thrum/iterator/zip_iterator.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/zip_function.h>
#include <cstdint>

#include "common/example.h"

struct add_or_na {
  THRUM_HD thrum::tuple<int, std::uint8_t> operator()(int a, int b) const {
    int const sum = a + b;
    return {sum, static_cast<std::uint8_t>(sum <= 3)};
  }
};
/// A flag is 0 or 1: the product needs no branch, which a processor could not predict.
struct value_if_valid {
  THRUM_HD std::int64_t operator()(int value, std::uint8_t valid) const { return value * valid; }
};

/// Computes a column from two columns: values, flags, and the sum of the values that are not
/// missing.
template <class Policy>
struct column {
  example::vector_of<Policy, int> values;
  example::vector_of<Policy, std::uint8_t> valid;
  explicit column(std::size_t n) : values(n), valid(n) {}

  auto begin() { return thrum::make_zip_iterator(values.begin(), valid.begin()); }
  template <class Columns>
  void apply(Policy const& policy, Columns const& a, Columns const& b) {
    auto const rows = thrum::make_zip_iterator(a.begin(), b.begin());
    thrum::transform(policy, rows, rows + static_cast<std::ptrdiff_t>(a.size()), begin(),
                     thrum::make_zip_function(add_or_na{}));
  }
  std::int64_t sum(Policy const& policy) {
    return thrum::transform_reduce(policy, begin(), begin() + static_cast<std::ptrdiff_t>(values.size()),
                                   thrum::make_zip_function(value_if_valid{}), std::int64_t{0}, thrum::plus<>{});
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "udf_row_na",
                                  .text = "a + b of each row, or NA where it is more than 3.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 26};
  return example::run(argc, argv, what, [](example::session& s) {
    bool shown = false;
    s.each_policy([&](auto const& policy) {
      using exec = std::remove_cvref_t<decltype(policy)>;
      using ints = example::vector_of<exec, int>;
      ints const three{1, 2, 3}, others{2, 1, 1};
      column<exec> small(3);
      small.apply(policy, three, others);
      auto const values = example::to_host(small.values);
      auto const valid = example::to_host(small.valid);
      s.check_equal("{3, 3, NA}: the flags are {1, 1, 0}", valid, std::vector<std::uint8_t>{1, 1, 0});
      s.check("and both values are 3", values[0] == 3 && values[1] == 3);
      s.check_equal("whose sum is 6", small.sum(policy), std::int64_t{6});
      for (std::size_t i = 0; i < 3 && !shown; ++i) {
        s.say(std::to_string(i) + "  " + (valid[i] != 0 ? "   " + std::to_string(values[i]) : "<NA>"));
      }
      shown = true;

      auto const a = example::integers<int>(policy, s.n(), 1, 0, 4),
                 b = example::integers<int>(policy, s.n(), 2, 0, 4);
      column<exec> rows(s.size());
      s.time(policy, "a + b or NA", [&] { rows.apply(policy, a, b); },
             {.bytes = 13.0 * static_cast<double>(s.n())});
      std::int64_t sum = 0;
      s.time(policy, "sum of what is there", [&] { sum = rows.sum(policy); },
             {.bytes = 5.0 * static_cast<double>(s.n())});

      auto const x = example::to_host(a), y = example::to_host(b);
      std::int64_t expected = 0;
      std::vector<std::uint8_t> flags(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        flags[i] = x[i] + y[i] <= 3;
        if (flags[i] != 0) expected += x[i] + y[i];
      }
      s.check_equal("the flags of all rows", example::to_host(rows.valid), flags);
      s.check_equal("the sum of the valid rows", sum, expected);
      s.check_same("the sum", sum);
    });
  });
}
