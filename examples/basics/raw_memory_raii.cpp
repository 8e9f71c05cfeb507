// x + 5 in memory that is allocated, filled, read and freed by hand, in memory that a unique_ptr
// frees, and in a vector. All allocations are traced: no memory stays in use, although only the
// form by hand has a line that could be forgotten.
#include <thrum/allocate_unique.h>
#include <thrum/copy.h>
#include <thrum/device_allocator.h>
#include <thrum/memory_resource.h>
#include <thrum/transform.h>

#include "common/example.h"
#include "common/spaces.h"
#if defined(__CUDACC__)
#include <thrum/cuda/stream.h>
#endif

struct add_five {
  THRUM_HD float operator()(float x) const { return x + 5; }
};

/// The three forms, in memory of a resource. Each returns x + 5.
template <class Policy>
struct forms {
  using space = example::space_of<Policy>;
  using allocator = thrum::resource_allocator<float, space>;
  Policy policy;
  thrum::memory_resource<space>* memory;

  std::vector<float> by_hand(std::vector<float> const& x) const {
    std::size_t const bytes = x.size() * sizeof(float);
    auto* const raw = static_cast<float*>(memory->allocate(bytes));
    thrum::pointer<float, space> const first(raw), last = first + static_cast<std::ptrdiff_t>(x.size());
    std::vector<float> r(x.size());
    thrum::copy(x.begin(), x.end(), first);
    thrum::transform(policy, first, last, first, add_five{});
    thrum::copy(first, last, r.begin());
    memory->deallocate(raw, bytes);  // an exception above would have lost it
    return r;
  }
  std::vector<float> by_unique_ptr(std::vector<float> const& x) const {
    auto const held = thrum::uninitialized_allocate_unique_n<float>(allocator(memory), x.size());
    auto const first = held.get(), last = first + static_cast<std::ptrdiff_t>(x.size());
    std::vector<float> r(x.size());
    thrum::copy(x.begin(), x.end(), first);
    thrum::transform(policy, first, last, first, add_five{});
    thrum::copy(first, last, r.begin());
    return r;
  }
  std::vector<float> by_vector(std::vector<float> const& x) const {
    example::vector_from<Policy, float> v(x.begin(), x.end(), allocator(memory));
    thrum::transform(policy, v.begin(), v.end(), v.begin(), add_five{});
    return example::to_host(v);
  }
};

/// Returns the same policy in a stream of its own, if it has streams.
template <class Policy, class Work>
void in_a_stream(Policy const& policy, Work work) {
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    thrum::cuda::stream const stream;
    work(policy.on(stream));
    return;
  }
#endif
  work(policy);
}

int main(int argc, char** argv) {
  example::description const what{.id = "raw_memory_raii",
                                  .text = "x + 5 of n floats in memory by hand and in memory that frees itself.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 32};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const input = example::uniform<float>(thrum::seq, s.n(), 1);
    std::vector<float> const x(input.begin(), input.end());
    std::vector<float> expected;
    for (float const element : x) expected.push_back(element + 5);

    s.each_policy([&](auto const& plain) {
      in_a_stream(plain, [&](auto const& policy) {
        using forms_of_policy = forms<std::remove_cvref_t<decltype(policy)>>;
        thrum::counting_resource<typename forms_of_policy::space> traced;
        forms_of_policy const form{policy, &traced};
        std::vector<float> const three{1, 2, 3};
        for (auto const& r : {form.by_hand(three), form.by_unique_ptr(three), form.by_vector(three)}) {
          s.check_equal("1 2 3 + 5 is 6 7 8", r, std::vector<float>{6, 7, 8});
        }

        std::vector<float> r;
        s.time(policy, "by hand: 6 lines", [&] { r = form.by_hand(x); });
        s.check_equal("every bit by hand", r, expected);
        s.time(policy, "unique_ptr: 5 lines", [&] { r = form.by_unique_ptr(x); });
        s.check_equal("by unique_ptr", r, expected);
        s.time(policy, "vector: 3 lines", [&] { r = form.by_vector(x); });
        s.check_equal("by vector", r, expected);
        s.say(example::name_of(policy) + ": " + std::to_string(traced.allocations()) + " allocations, " +
              std::to_string(traced.bytes_in_use()) + " bytes in use at the end");
        s.check_equal("no byte is left in use", traced.bytes_in_use(), std::size_t{0});
        s.check("all forms allocate from the traced memory", traced.allocations() >= 6);
      });
    });
  });
}
