// iterate by a graph of two steps. The graph has two steps because the buffers are part of a graph,
// so that one step cannot be repeated. thrum/iterate.h includes this file.
#pragma once

#include <thrum/detail/base/swap.h>
#include <thrum/cuda/graph.cuh>
#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <cstddef>

namespace thrum {

template <class V, class Step>
void cuda::policy::iterate(std::ptrdiff_t repetitions, V& current, V& next, Step& step) const {
  auto const guard = on_its_device();
  policy const exec = this->step();
  std::ptrdiff_t left = repetitions;
  // Captures nothing inside another capture: the outer graph repeats these calls.
  if (repetitions >= detail::least_repetitions_of_graph && capture_ == nullptr) {
    graph two = graph::capture([&](policy const& captured) {
      step(captured, current, next);
      step(captured, next, current);
    });
    for (; left >= 2; left -= 2) two.launch(exec);
  }
  for (; left > 0; --left) {
    step(exec, current, next);
    thrum::swap(current, next);
  }
  finish();
}

template <class V, class Step>
void cuda::deterministic_policy::iterate(std::ptrdiff_t repetitions, V& current, V& next, Step& step) const {
  auto const with_its_sums = [&step](policy const& exec, V& from, V& to) {
    step(deterministic_policy(exec), from, to);
  };
  policy::iterate(repetitions, current, next, with_its_sums);
}

}  // namespace thrum
