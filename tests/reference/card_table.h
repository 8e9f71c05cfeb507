// A table of docs/reference/cuda_calls.md: what the calls of a family ask of the CUDA runtime.
#pragma once

#include "card_calls.h"
#include "measured_page.h"
#include "samples.h"

/// The number of elements for the calls of the tables: more than any primitive processes in one
/// thread block.
inline constexpr std::ptrdiff_t measured_n = std::ptrdiff_t{1} << 16;

/// A table: a line for each call.
class reference_table {
 public:
  explicit reference_table(std::string const& family)
      : page_("measured under CUDA: " + family), host_table_(measured_page("measured: " + family).table()) {}

  /// Adds the row `call`. `prepare(samples)` runs before each `run(policy, samples)`. The other
  /// arguments are for the table of the host.
  template <class Run>
  void row(std::string const& call, std::string const&, std::string const&, Run run, std::string const& = "",
           std::function<void(samples&)> const& prepare = {}) {
    INFO(call);
    thrum::cuda::stream const stream;
    auto const measure = [&](samples s, thrum::cuda::policy const& on_card) {
      return steady_call(
          on_card.on(stream),
          [&] {
            if (prepare) prepare(s);
          },
          [&](thrum::cuda::policy const& policy) { run(policy, s); });
    };
    card_calls const of_many = measure(many_, thrum::cuda::par_nosync);
    card_calls const of_few = measure(few_, thrum::cuda::par_nosync);
    card_calls at_once = measure(few_, thrum::cuda::par);
    CHECK(at_once.waits == 1);
    at_once.waits = of_few.waits;
    CHECK(at_once == of_few);  // par waits at the end, and is otherwise the same

    // Compares with the last column of the host's table, which says whether the call waits.
    auto const at = host_table_.find("| `" + call + "` |");
    REQUIRE(at != std::string::npos);
    std::string const line = host_table_.substr(at, host_table_.find('\n', at) - at);
    bool const waits = line.ends_with("| yes |");
    CHECK((waits || line.ends_with("| no |")));
    CHECK(of_many.waits == (waits ? 1 : 0));
    CHECK(of_few.waits == (waits ? 1 : 0));
    lines_ += "| `" + call + "` | " + std::to_string(of_many.launches) + " | " + std::to_string(of_few.launches) +
              " | " + std::to_string(of_many.copies_and_fills) + " | " + std::to_string(of_few.copies_and_fills) +
              " | " + std::to_string(of_many.blocks) + " | " + std::to_string(of_few.blocks) + " |\n";
  }

  /// Compares the table with the page's, or writes it there. The page has the figures of kernels
  /// for 7.5, on a device that counts launches.
  void check() {
    expect_no_findings();
    cudaDeviceProp card{};
    REQUIRE(cudaGetDeviceProperties(&card, 0) == cudaSuccess);
    if (!costs_so_far() || card.major != 7 || card.minor != 5) return;
    page_.check(
        "| call | kernels | of few | copies and fills | of few | blocks | of few |\n"
        "|---|---|---|---|---|---|---|\n" +
        lines_);
  }

 private:
  measured_page page_;
  std::string host_table_, lines_;
  samples const many_{measured_n}, few_{1000};
};
