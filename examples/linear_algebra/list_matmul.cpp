// A * A for a matrix as a list of lists of boxed numbers, as vectors of numbers, and flat. A box costs a pointer and a jump
// through memory for each product; flat, a place in the matrix is a number, and so the rows of the result are one range.
#include <thrum/copy.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <thrum/transform.h>
#include <memory>

#include "common/example.h"

using number = std::int64_t;
using boxed_matrix = std::vector<std::unique_ptr<std::vector<std::unique_ptr<number>>>>;
using nested_matrix = std::vector<std::vector<number>>;
using flat_matrix = std::vector<number>;

/// Entry e of the product of two flat matrices.
struct entry_of_product {
  number const* a;
  number const* b;
  std::int64_t n;
  THRUM_HD number operator()(std::int64_t e) const {
    std::int64_t const row = e / n, column = e % n;
    number sum = 0;
    for (std::int64_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    return sum;
  }
};

template <class Policy, class V>
void multiply(Policy const& policy, V const& a, V& product, std::int64_t n) {
  number const* const entries = thrum::raw_pointer_cast(a.data());
  thrum::counting_iterator<std::int64_t> const first(0);
  thrum::transform(policy, first, first + n * n, product.begin(), entry_of_product{entries, entries, n});
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
                                  .n_is = "entries",
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
