// Solutions, the inverse, eigenvectors and the singular value decomposition of A = M M^T + n I, by
// loops of thrum calls: a blocked Cholesky factor, and Jacobi's rotations. The checks are residuals
// divided by norms.
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"
#include "linear_algebra/cholesky.h"
#include "linear_algebra/host_matrix.h"
#include "linear_algebra/jacobi.h"
#if defined(EXAMPLE_WITH_LAPACK)
#include "linear_algebra/lapack.h"
#endif
#if defined(EXAMPLE_WITH_CUSOLVER)
#include "linear_algebra/cusolver.h"
#endif

using dense::matrix;

/// Returns element e of M M^T + n I, for the n rows of m. Rows and columns from n to `size` are 0.
struct entry_of_input {
  double const* m;
  std::int64_t n, size;
  THRUM_HD double operator()(std::int64_t e) const {
    std::int64_t const row = e / size, column = e % size;
    if (row >= n || column >= n) return 0;
    // Adds in the order of the lower triangle, so that the matrix is symmetric to the last bit.
    std::int64_t const i = row < column ? column : row, j = row < column ? row : column;
    return dense::dot(m + i * n, 1, m + j * n, n) + (i == j ? static_cast<double>(n) : 0);
  }
};
struct entry_of_unit {
  std::int64_t size;
  THRUM_HD double operator()(std::int64_t e) const { return e / size == e % size ? 1 : 0; }
};

/// The largest number of rows for rotations, which take some ten times n^3 operations for each of a
/// dozen sweeps.
constexpr std::int64_t most_rows_to_rotate = 1024;

/// The work of one policy on one matrix.
template <class Policy>
class work {
 public:
  using vector = example::vector_of<Policy, double>;

  work(example::session& s, Policy const& policy) : s_(s), policy_(policy), n_(s.n()), m_(s.size()) {
    vector const factors = example::normal<double>(policy, n_ * n_, 3);
    a_.resize(m_ * m_);
    cubic("A = M M^T + n I", 2,
          [&] { thrum::tabulate(policy_, a_.begin(), a_.end(), entry_of_input{raw(factors), n_, n_}); });
    input_ = example::to_host(a_);
  }

  matrix const& input() const { return input_; }

  void solve() {
    vector const b = example::normal<double>(policy_, n_, 4);
    vector l, x;
    cubic("solve A x = b", 1.0 / 3, [&] {
      l = a_, x = b;
      dense::factor(policy_, raw(l), n_);
      dense::solve_by_factor(policy_, raw(l), raw(x), n_, 1);
    });
    matrix const solution = example::to_host(x), right = example::to_host(b);
    matrix rest = right;
    for (std::size_t e = 0; e < input_.size(); ++e) rest[e / m_] -= input_[e] * solution[e % m_];
    small("||A x - b|| / (||A|| ||x||)", dense::norm(rest) / (dense::norm(input_) * dense::norm(solution)));
  }

  void invert() {
    vector l, inverse(m_ * m_, thrum::no_init);
    cubic("inverse of A", 7.0 / 3, [&] {
      l = a_;
      thrum::tabulate(policy_, inverse.begin(), inverse.end(), entry_of_unit{n_});
      dense::factor(policy_, raw(l), n_);
      dense::solve_by_factor(policy_, raw(l), raw(inverse), n_, n_);
    });
    matrix const found = example::to_host(inverse);
    small("||A A^-1 - I|| / (||A|| ||A^-1||)",
          dense::distance(dense::product(input_, found, m_), dense::unit_matrix(m_)) /
              (dense::norm(input_) * dense::norm(found)));
  }

  std::vector<double> diagonalise() {
    vector d, q(a_.size(), thrum::no_init);
    int sweeps = 0;
    padded([&](vector const& a, std::int64_t size) {
      q.resize(a.size());
      s_.time(
          policy_, "eigenvectors of A",
          [&] {
            d = a;
            thrum::tabulate(policy_, q.begin(), q.end(), entry_of_unit{size});
            sweeps = dense::eigenvectors(policy_, raw(d), raw(q), size);
          },
          entries());
    });
    std::size_t const size = m_ + m_ % 2;
    matrix const diagonal = example::to_host(d), rows = dense::cut(example::to_host(q), size, m_);
    std::vector<double> values;
    for (std::size_t i = 0; i < m_; ++i) values.push_back(diagonal[i * size + i]);
    s_.say(example::name_of(policy_) + ": eigenvectors after " + std::to_string(sweeps) + " sweeps");
    // The vectors are rows: A Q = Q L is Q^T A = L Q^T.
    small(
        "||A Q - Q L|| / ||A||",
        dense::distance(dense::product(rows, input_, m_), dense::scaled_rows(rows, values)) / dense::norm(input_));
    small("||Q^T Q - I||",
          dense::distance(dense::product(rows, dense::transposed(rows, m_), m_), dense::unit_matrix(m_)));
    double trace = 0, sum = 0;
    for (std::size_t i = 0; i < m_; ++i) trace += input_[i * m_ + i], sum += values[i];
    small("the sum of eigenvalues is the trace", std::abs(sum - trace) / trace);
    std::sort(values.begin(), values.end());
    return values;
  }

  std::vector<double> decompose() {
    vector x, v(a_.size(), thrum::no_init);
    int sweeps = 0;
    padded([&](vector const& a, std::int64_t size) {
      v.resize(a.size());
      s_.time(
          policy_, "singular values of A",
          [&] {
            x = a;  // A is its own transpose
            thrum::tabulate(policy_, v.begin(), v.end(), entry_of_unit{size});
            sweeps = dense::singular_vectors(policy_, raw(x), raw(v), size);
          },
          entries());
    });
    std::size_t const size = m_ + m_ % 2;
    matrix u = dense::cut(example::to_host(x), size, m_);
    matrix const rows = dense::cut(example::to_host(v), size, m_);
    std::vector<double> values(m_);
    for (std::size_t i = 0; i < m_; ++i) {
      auto const first = u.begin() + static_cast<std::ptrdiff_t>(i * m_);
      values[i] = dense::norm(matrix(first, first + static_cast<std::ptrdiff_t>(m_)));
      for (std::size_t j = 0; j < m_; ++j) u[i * m_ + j] /= values[i];
    }
    s_.say(example::name_of(policy_) + ": singular values after " + std::to_string(sweeps) + " sweeps");
    matrix const whole = dense::product(dense::transposed(u, m_), dense::scaled_rows(rows, values), m_);
    small("||A - U S V^T|| / ||A||", dense::distance(whole, input_) / dense::norm(input_));
    small("||U^T U - I||",
          dense::distance(dense::product(u, dense::transposed(u, m_), m_), dense::unit_matrix(m_)));
    small("||V^T V - I||",
          dense::distance(dense::product(rows, dense::transposed(rows, m_), m_), dense::unit_matrix(m_)));
    std::sort(values.begin(), values.end());
    return values;
  }

 private:
  static double const* raw(vector const& v) { return thrum::raw_pointer_cast(v.data()); }
  static double* raw(vector& v) { return thrum::raw_pointer_cast(v.data()); }
  example::amount entries() const { return {.elements = n_ * n_}; }

  template <class F>
  void cubic(std::string const& what, double factor, F const& f) {
    auto const n = static_cast<double>(n_);
    s_.time(policy_, what, f, {.elements = n_ * n_, .flops = factor * n * n * n});
  }
  /// Prints a residual, which may be 10 n u.
  void small(std::string const& what, double residual) {
    double const limit = 10 * static_cast<double>(n_) * std::numeric_limits<double>::epsilon() / 2;
    char text[160];
    std::snprintf(text, sizeof text, "%s: %-36s %.1e, at most %.1e", example::name_of(policy_).c_str(),
                  what.c_str(), residual, limit);
    s_.say(text);
    s_.check_close(what, residual, 0, limit);
  }
  /// Calls f(A, its size), with a row and a column of zeros at the end if the size would be odd.
  template <class F>
  void padded(F const& f) {
    std::int64_t const size = n_ + n_ % 2;
    if (size == n_) return f(a_, n_);
    vector factors = example::normal<double>(policy_, n_ * n_, 3),
           a(static_cast<std::size_t>(size * size), thrum::no_init);
    thrum::tabulate(policy_, a.begin(), a.end(), entry_of_input{raw(factors), n_, size});
    f(a, size);
  }

  example::session& s_;
  Policy policy_;
  std::int64_t n_;
  std::size_t m_;
  vector a_;
  matrix input_;
};

int main(int argc, char** argv) {
  example::description const what{.id = "dense_linalg",
                                  .text = "Linear algebra of a matrix of n rows.",
                                  .n = 256,
                                  .quick = 45,
                                  .n_is = "rows",
                                  .counted = "entries",
                                  .least = 2,
                                  .most = 10'000,
                                  .bytes_of = [](double n) { return 160 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    matrix input;
    std::vector<double> eigenvalues;
    s.each_policy([&](auto const& policy) {
      work<std::remove_cvref_t<decltype(policy)>> w(s, policy);
      w.solve();
      w.invert();
      input = w.input();
      if (s.n() > most_rows_to_rotate) return;
      auto const values = w.diagonalise(), singular = w.decompose();
      double farthest = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        farthest = std::max(farthest, std::abs(values[i] - singular[i]) / values[i]);
      }
      s.check_close("singular values are eigenvalues", farthest, 0, 1e-12);
      eigenvalues = values;
    });
    if (s.n() > most_rows_to_rotate) {
      s.say("no eigenvectors and no singular values of ours: more than " + example::grouped(most_rows_to_rotate) +
            " rows");
    }
#if defined(EXAMPLE_WITH_LAPACK)
    dense::compare_with_lapack(s, input, eigenvalues);
#endif
#if defined(EXAMPLE_WITH_CUSOLVER)
    if (example::uses_card(s.asked())) dense::compare_with_cusolver(s, input, eigenvalues);
#endif
  });
}
