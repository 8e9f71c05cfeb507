// A * A for a matrix as a list of lists of boxed numbers, as vectors of numbers, and flat. A box
// costs a pointer and a jump through memory for each product. In a flat matrix an index is a
// number, so that the rows of the result are one range.
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <memory>

#include "common/example.h"

using number = std::int64_t;
using boxed_matrix = std::vector<std::unique_ptr<std::vector<std::unique_ptr<number>>>>;
using nested_matrix = std::vector<std::vector<number>>;
using flat_matrix = std::vector<number>;

/// Computes eight neighbours in a row of the product of two flat matrices, so that a cache line is
/// used at once.
struct entries_of_product {
  number const* a;
  number const* b;
  number* product;
  std::int64_t n;
  THRUM_HD void operator()(std::int64_t i) const {
    std::int64_t const groups = (n + 7) / 8, row = i / groups, column = i % groups * 8;
    number sums[8] = {};
    std::int64_t const width = n - column < 8 ? n - column : 8;
    for (std::int64_t k = 0; k < n; ++k) {
      number const factor = a[row * n + k];
      number const* const entries = b + k * n + column;
      if (width == 8) {
        for (int j = 0; j < 8; ++j) sums[j] += factor * entries[j];
      } else {
        for (int j = 0; j < width; ++j) sums[j] += factor * entries[j];
      }
    }
    for (int j = 0; j < width; ++j) product[row * n + column + j] = sums[j];
  }
};

template <class Policy, class V>
void multiply(Policy const& policy, V const& a, V& product, std::int64_t n) {
  number const* const entries = thrum::raw_pointer_cast(a.data());
  thrum::for_each_n(policy, thrum::counting_iterator<std::int64_t>(0), n * ((n + 7) / 8),
                    entries_of_product{entries, entries, thrum::raw_pointer_cast(product.data()), n});
}

boxed_matrix boxed(flat_matrix const& flat, std::size_t n) {
  boxed_matrix rows;
  for (std::size_t i = 0; i < n; ++i) {
    rows.push_back(std::make_unique<std::vector<std::unique_ptr<number>>>());
    for (std::size_t j = 0; j < n; ++j) rows.back()->push_back(std::make_unique<number>(flat[i * n + j]));
  }
  return rows;
}

nested_matrix nested(flat_matrix const& flat, std::size_t n) {
  nested_matrix rows;
  for (auto row = flat.begin(); row != flat.end(); row += static_cast<std::ptrdiff_t>(n)) {
    rows.emplace_back(row, row + static_cast<std::ptrdiff_t>(n));
  }
  return rows;
}

flat_matrix multiply(boxed_matrix const& a, std::size_t n) {
  flat_matrix product(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) product[i * n + j] += *(*a[i])[k] * *(*a[k])[j];
    }
  }
  return product;
}

flat_matrix multiply(nested_matrix const& a, std::size_t n) {
  flat_matrix product(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) product[i * n + j] += a[i][k] * a[k][j];
    }
  }
  return product;
}

int main(int argc, char** argv) {
  example::description const what{.id = "list_matmul",
                                  .text = "The square of a matrix of n rows of integers.",
                                  .n = 512,
                                  .quick = 48,
                                  .n_is = "rows",
                                  .counted = "entries",
                                  .least = 1,
                                  .most = 1 << 14,
                                  .bytes_of = [](double n) { return 72 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    flat_matrix entries(s.size() * s.size()), expected;
    for (std::size_t e = 0; e < entries.size(); ++e) entries[e] = static_cast<number>(e % 19) - 9;
    auto const n = static_cast<double>(s.n());
    example::amount const work{.elements = s.n() * s.n(), .flops = 2 * n * n * n};
    {
      boxed_matrix const a = boxed(entries, s.size());
      s.time_other("list", "pointers to rows of pointers", [&] { expected = multiply(a, s.size()); }, work);
    }
    {
      nested_matrix const a = nested(entries, s.size());
      flat_matrix product;
      s.time_other("std", "rows of numbers", [&] { product = multiply(a, s.size()); }, work);
      s.check_equal("boxed and nested lists have the same product", product, expected);
    }
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), number>;
      vector const a(entries.begin(), entries.end());
      vector product(entries.size(), thrum::no_init);
      s.time(policy, "flat", [&] { multiply(policy, a, product, s.n()); }, work);
      s.check_equal("flat ones too", example::to_host(product), expected);

      flat_matrix const nine{1, 2, 3, 4, 5, 6, 7, 8, 9};
      vector const small(nine.begin(), nine.end());
      vector square(9, thrum::no_init);
      multiply(policy, small, square, 3);
      s.check_equal("1 to 9 squared", example::to_host(square),
                    flat_matrix{30, 36, 42, 66, 81, 96, 102, 126, 150});
    });
  });
}
