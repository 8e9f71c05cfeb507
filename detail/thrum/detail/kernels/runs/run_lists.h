// Lists where runs begin among a few elements and where they go on, without a branch: for runs so
// short that a processor cannot foresee where the next run begins.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>

namespace thrum::detail {

/// The places among at most `most` at which a run begins, and those at which a run goes on.
class run_lists {
 public:
  static constexpr int most = 256;

  /// Lists n <= most places from i on.
  THRUM_EXEC_CHECK_DISABLE
  template <class Begins>
  THRUM_HD run_lists(std::ptrdiff_t i, int n, Begins const& begins) {
    int heads = 0, rest = 0;
    for (int j = 0; j < n; ++j) {
      auto const place = static_cast<unsigned char>(j);
      int const head = begins(i + j) ? 1 : 0;
      heads_[heads] = place;
      rest_[rest] = place;
      rest_runs_[rest] = static_cast<unsigned char>(heads);
      heads += head;
      rest += 1 - head;
    }
    head_count_ = heads;
    rest_count_ = rest;
  }
  /// heads() returns how many runs begin, head(r) where run r begins.
  THRUM_HD int heads() const { return head_count_; }
  THRUM_HD int head(int r) const { return heads_[r]; }
  /// rest() returns how many places continue a run. place(k) returns the k-th of these places,
  /// run(k) how many runs begin before it.
  THRUM_HD int rest() const { return rest_count_; }
  THRUM_HD int place(int k) const { return rest_[k]; }
  THRUM_HD int run(int k) const { return rest_runs_[k]; }

 private:
  int head_count_, rest_count_;
  unsigned char heads_[most], rest_[most], rest_runs_[most];
};

}  // namespace thrum::detail
