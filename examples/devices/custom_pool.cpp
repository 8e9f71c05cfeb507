// Memory from a chosen source: a resource that sets a limit, a pool on it that two libraries and
// the scratch memory of algorithms share, no pool, and memory that host and device both reach.
#include <thrum/memory_resource.h>
#include <thrum/pool_resource.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <cstddef>
#include <new>
#include <vector>

#include "common/example.h"
#include "common/spaces.h"

constexpr int rounds = 10;

/// Allocates from another resource, up to a limit, as if the device had no more memory.
template <class Space>
class limited_resource final : public thrum::memory_resource<Space> {
 public:
  limited_resource(thrum::memory_resource<Space>& upstream, std::size_t limit)
      : upstream_(&upstream), left_(limit) {}

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > left_) throw std::bad_alloc();
    void* const p = upstream_->allocate(bytes, alignment);
    left_ -= bytes;
    return p;
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept override {
    upstream_->deallocate(p, bytes, alignment);
    left_ += bytes;
  }
  thrum::memory_resource<Space>* upstream_;
  std::size_t left_;
};

/// Runs two parts of a program that have only the resource in common: one with floats, one that
/// sorts integers. Returns whether the results are correct.
template <class Policy, class Resource>
bool two_libraries(Policy const& policy, Resource& resource, std::size_t n) {
  example::vector_from<Policy, float> ones(n, 1.0F, &resource);
  example::vector_from<Policy, int> numbers(n, thrum::no_init, &resource);
  thrum::sequence(policy, numbers.begin(), numbers.end(), static_cast<int>(n), -1);
  thrum::sort(policy.with(resource), numbers.begin(), numbers.end());
  int const first = numbers.front();
  return first == 1 && thrum::reduce(policy, ones.begin(), ones.end(), 0.0) == static_cast<double>(n);
}

/// Allocates vectors of six and then eight tenths of a limit from a pool: the pool has to release
/// the memory of the first for the second.
template <class Policy>
bool beyond_the_limit(std::size_t n) {
  using space = example::space_of<Policy>;
  using vector = example::vector_from<Policy, char>;
  limited_resource<space> small(thrum::default_resource<space>(), 10 * n);
  thrum::pool_resource<space> pool(small);
  { vector const six(6 * n, thrum::no_init, &pool); }
  { vector const eight(8 * n, thrum::no_init, &pool); }
  try {
    vector const twelve(12 * n, thrum::no_init, &pool);
  } catch (std::bad_alloc const&) {
    vector const again(n, thrum::no_init, &pool);
    return pool.total_bytes() <= 10 * n;
  }
  return false;
}

int main(int argc, char** argv) {
  example::description const what{.id = "custom_pool",
                                  .text =
                                      "One owner of memory for two libraries, "
                                      "and what it is asked for.",
                                  .n = 1'000'000,
                                  .quick = 300'000,
                                  .bytes = 40,
                                  .least = 262'145,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using space = example::space_of<decltype(policy)>;
      thrum::counting_resource<space> off, owner;
      {
        thrum::pool_resource<space> pool(owner);
        std::vector<std::size_t> requests;  // from the system, up to each round
        auto const work = [&](auto& resource) {
          for (int round = 0; round < rounds; ++round) {
            s.check("both libraries are right", two_libraries(policy, resource, s.size()));
          }
        };
        for (int round = 0; round < rounds; ++round) {
          s.check("both libraries are right", two_libraries(policy, off, s.size()));
          requests.push_back(off.allocations());
        }
        work(pool);
        std::size_t const asked = owner.allocations(), unpooled = off.allocations();
        for (std::size_t round = 0; round < requests.size(); ++round) {
          s.check_equal("pooling off: the same in each round", requests[round], (round + 1) * requests[0]);
        }
        s.check("pooling on: at most those of one round", asked > 0 && asked <= unpooled / rounds);
        s.time(policy, "ten rounds, pooling off", [&] { work(off); });
        s.time(policy, "ten rounds, pooling on", [&] { work(pool); });
        s.check_equal("and nothing more", owner.allocations(), asked);
        s.check_equal("the pool's memory has one owner", owner.bytes_in_use(), pool.total_bytes());
        s.check_equal("all blocks are back", pool.used_bytes(), std::size_t{0});
        s.say(example::name_of(policy) + ": " + std::to_string(unpooled) +
              " requests of the system without the pool, " + std::to_string(asked) + " with it");
      }
      s.check_equal("no leak", owner.bytes_in_use() + off.bytes_in_use(), std::size_t{0});
      s.check("what is beyond the limit fails, what fits works again",
              beyond_the_limit<decltype(policy)>(s.size()));

      // Managed memory under CUDA: the policy writes it, and the host reads it through a plain
      // pointer.
      if (example::on_card<std::remove_cvref_t<decltype(policy)>> ||
          thrum::default_device_system != thrum::device_system::cuda) {
        using unified = thrum::unified_space<>;
        thrum::pool_resource<unified> pool;
        thrum::device_vector<int, thrum::resource_allocator<int, unified>> v(1000, thrum::no_init, &pool);
        thrum::sequence(policy, v.begin(), v.end());
        s.check_equal("unified memory, read by the host", std::to_address(v.data())[999], 999);
      }
    });
  });
}
