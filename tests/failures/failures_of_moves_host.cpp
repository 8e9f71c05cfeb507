// Compactions, partitions, rearrangements and objects in raw memory, with allocations that fail and
// with functors and elements that throw.
#include <thrum/copy.h>
#include <thrum/destroy.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/move.h>
#include <thrum/partition.h>
#include <thrum/random.h>
#include <thrum/remove.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/run_length.h>
#include <thrum/sample.h>
#include <thrum/segmented_copy.h>
#include <thrum/shift.h>
#include <thrum/shuffle.h>
#include <thrum/split_by.h>
#include <thrum/swap.h>
#include <thrum/uninitialized_construct.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#include <thrum/uninitialized_move.h>
#include <thrum/unique.h>
#include <algorithm>
#include <memory>
#include "failing_calls.h"

namespace {

using enum failure_promise;

struct at_most_two {
  int operator()(int count) const { return std::min(count, 2); }
};
template <class Check>
void calls_of_compactions(Check const& check) {
  constexpr accept_or_throw accept;
  check("copy_if", out_of_place, [=](auto const& p, auto& r) {
    r.note(thrum::copy_if(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), accept) - r.out.begin());
  });
  check("copy_if with a stencil", out_of_place, [=](auto const& p, auto& r) {
    r.note(thrum::copy_if(p, r.in->b.begin(), r.in->b.end(), r.in->flags.begin(), r.out.begin(), accept) -
           r.out.begin());
  });
  check("copy_if_into", out_of_place, [=](auto const& p, auto& r) {
    thrum::copy_if_into(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin(), r.out.begin(), accept);
  });
  check("remove_copy_if", out_of_place, [=](auto const& p, auto& r) {
    r.note(thrum::remove_copy_if(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), accept) - r.out.begin());
  });
  check("remove_copy_into", out_of_place, [](auto const& p, auto& r) {
    thrum::remove_copy_into(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin(), r.out.begin(), r.in->b.front());
  });
  check("remove_if", kept_by_memory, [=](auto const& p, auto& r) {
    auto const last = thrum::remove_if(p, r.a.begin(), r.a.end(), accept);
    r.a.erase(last, r.a.end());
  });
  check("remove_if with a stencil", kept_by_memory, [=](auto const& p, auto& r) {
    auto const last = thrum::remove_if(p, r.a.begin(), r.a.end(), r.in->flags.begin(), accept);
    r.a.erase(last, r.a.end());
  });
  check("remove_into", kept_by_memory, [](auto const& p, auto& r) {
    auto const value = r.in->b.front();
    thrum::remove_into(p, r.a.begin(), r.a.end(), r.numbers.begin(), value);
    r.a.erase(r.a.begin() + r.numbers.front(), r.a.end());
  });
  check("unique", kept_by_memory, [](auto const& p, auto& r) {
    auto const last = thrum::unique(p, r.halves.begin(), r.halves.end());
    r.halves.erase(last, r.halves.end());
  });
  check("unique_copy", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::unique_copy(p, r.in->low.begin(), r.in->low.end(), r.out.begin()) - r.out.begin());
  });
  check("unique_by_key", kept_by_memory, [](auto const& p, auto& r) {
    auto const ends = thrum::unique_by_key(p, r.halves.begin(), r.halves.end(), r.values.begin());
    r.halves.erase(ends.first, r.halves.end());
    r.values.erase(ends.second, r.values.end());
  });
  check("unique_by_key_copy", out_of_place, [](auto const& p, auto& r) {
    auto const ends = thrum::unique_by_key_copy(p, r.in->low.begin(), r.in->low.end(), r.in->b.begin(),
                                                r.out.begin(), r.more.begin());
    r.note(ends.first - r.out.begin());
  });
  check("unique_count", out_of_place,
        [](auto const& p, auto& r) { r.note(thrum::unique_count(p, r.in->low.begin(), r.in->low.end())); });
  check("run_length_encode", out_of_place, [](auto const& p, auto& r) {
    auto const ends =
        thrum::run_length_encode(p, r.in->low.begin(), r.in->low.end(), r.out.begin(), r.numbers.begin());
    r.note(ends.first - r.out.begin());
  });
  check("run_length_decode", out_of_place, [](auto const& p, auto& r) {
    auto const counts = thrum::make_transform_iterator(r.in->flags.begin(), at_most_two{});
    r.note(thrum::run_length_decode(p, r.in->b.begin(), r.in->b.end(), counts, r.out.begin()) - r.out.begin());
  });
}
template <class Check>
void calls_of_partitions(Check const& check) {
  constexpr accept_or_throw accept;
  check("partition", kept_by_functors, [=](auto const& p, auto& r) {
    r.note(thrum::partition(p, r.a.begin(), r.a.end(), accept) - r.a.begin());
  });
  check("partition with a stencil", kept_by_functors, [=](auto const& p, auto& r) {
    r.note(thrum::partition(p, r.a.begin(), r.a.end(), r.in->flags.begin(), accept) - r.a.begin());
  });
  check("partition_into", kept_by_functors, [=](auto const& p, auto& r) {
    thrum::partition_into(p, r.a.begin(), r.a.end(), r.numbers.begin(), accept);
  });
  check("partition_copy", out_of_place, [=](auto const& p, auto& r) {
    auto const ends =
        thrum::partition_copy(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), r.more.begin(), accept);
    r.note(ends.first - r.out.begin());
  });
  check("partition_copy_into", out_of_place, [=](auto const& p, auto& r) {
    thrum::partition_copy_into(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin(), r.out.begin(), r.more.begin(),
                               accept);
  });
}
template <class Check>
void calls_of_splits(Check const& check) {
  constexpr accept_or_throw accept;
  check("split_by", out_of_place, [=](auto const& p, auto& r) {
    thrum::split_by(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), r.numbers.begin(), r.numbers.begin() + 3,
                    accept);
  });
  check("segmented_copy", out_of_place, [](auto const& p, auto& r) {
    thrum::counting_iterator<std::ptrdiff_t> const places(0);
    thrum::constant_iterator<int> const one(1);
    thrum::segmented_copy(p, places, places + r.n, one, r.in->b.begin(), r.out.begin(), places);
  });
}
template <class Check>
void calls_of_rotations(Check const& check) {
  check("rotate", kept_by_memory,
        [](auto const& p, auto& r) { thrum::rotate(p, r.a.begin(), r.a.begin() + r.n / 3, r.a.end()); });
  check("shift_left", kept_by_memory,
        [](auto const& p, auto& r) { r.a.erase(thrum::shift_left(p, r.a.begin(), r.a.end(), 100), r.a.end()); });
  check("shift_right", kept_by_memory, [](auto const& p, auto& r) {
    auto const first = thrum::shift_right(p, r.a.begin(), r.a.end(), 100);
    nothing_throws();
    r.a = std::vector(first, r.a.end());
  });
}
template <class Check>
void calls_of_rearrangements(Check const& check) {
  check("shuffle", kept_by_memory,
        [](auto const& p, auto& r) { thrum::shuffle(p, r.a.begin(), r.a.end(), thrum::philox4x32(7)); });
  check.without_memory("shuffle_copy", out_of_place, [](auto const& p, auto& r) {
    thrum::shuffle_copy(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), thrum::philox4x32(7));
  });
  check("sample", out_of_place, [](auto const& p, auto& r) {
    thrum::sample(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), r.in->b.size() / 2, thrum::philox4x32(7));
  });
  check.without_memory("reverse", kept_by_memory,
                       [](auto const& p, auto& r) { thrum::reverse(p, r.a.begin(), r.a.end()); });
  check.without_memory("swap_ranges", kept_by_memory, [](auto const& p, auto& r) {
    thrum::swap_ranges(p, r.a.begin(), r.a.end(), r.values.begin());
  });
  check.without_memory("copy", out_of_place, [](auto const& p, auto& r) {
    thrum::copy(p, r.in->b.begin(), r.in->b.end(), r.out.begin());
  });
  check.without_memory("move", kept_by_memory,
                       [](auto const& p, auto& r) { thrum::move(p, r.a.begin(), r.a.end(), r.out.begin()); });
}

/// The objects that a call constructs in raw memory. Counts and destroys them afterwards.
template <class Make>
auto in_raw_memory(Make make) {
  return [make](auto const& p, auto& r) {
    using T = std::remove_cvref_t<decltype(r.a[0])>;
    auto const n = static_cast<std::size_t>(r.n);
    struct room {
      explicit room(std::size_t count) : size(count), first(std::allocator<T>().allocate(count)) {}
      room(room const&) = delete;
      ~room() { std::allocator<T>().deallocate(first, size); }
      std::size_t size;
      T* first;
    } const memory(n);
    make(p, r, memory.first);
    nothing_throws();
    int sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += value_of(memory.first[i]);
    r.note(sum);
    thrum::destroy(p, memory.first, memory.first + n);
  };
}
template <class Check>
void calls_of_raw_memory(Check const& check) {
  check("uninitialized_copy", out_of_place, in_raw_memory([](auto const& p, auto& r, auto* to) {
          thrum::uninitialized_copy(p, r.in->b.begin(), r.in->b.end(), to);
        }));
  check("uninitialized_move", kept_by_memory, in_raw_memory([](auto const& p, auto& r, auto* to) {
          thrum::uninitialized_move(p, r.a.begin(), r.a.end(), to);
        }));
  check("uninitialized_fill", out_of_place, in_raw_memory([](auto const& p, auto& r, auto* to) {
          thrum::uninitialized_fill(p, to, to + r.n, r.in->b.front());
        }));
  check("uninitialized_value_construct", out_of_place, in_raw_memory([](auto const& p, auto& r, auto* to) {
          thrum::uninitialized_value_construct(p, to, to + r.n);
        }));
}

constexpr std::initializer_list<action> all_actions = {action::copy, action::move, action::compare, action::call};
constexpr std::initializer_list<std::ptrdiff_t> spread = {1, 8'000, 16'999};

}  // namespace

TEST_CASE_TEMPLATE("compactions: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_compactions(memory_fails<B, int>{17'000});
  calls_of_compactions(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("partitions: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_partitions(memory_fails<B, int>{17'000});
  calls_of_partitions(memory_fails<B, tracked>{17'000});
  calls_of_splits(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("rearrangements: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_rotations(memory_fails<B, int>{200'000});  // the others swap elements without scratch memory
  calls_of_rearrangements(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("raw memory: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_raw_memory(memory_fails<B, tracked>{17'000});  // the record of what is constructed
}
TEST_CASE_TEMPLATE("compactions: something throws", B, FAILURE_BACKENDS) {
  calls_of_compactions(something_throws<B>{17'000, all_actions, spread});
}
TEST_CASE_TEMPLATE("partitions: something throws", B, FAILURE_BACKENDS) {
  calls_of_partitions(something_throws<B>{17'000, all_actions, spread});
  calls_of_splits(something_throws<B>{17'000, all_actions, spread});
}
TEST_CASE_TEMPLATE("rearrangements: something throws", B, FAILURE_BACKENDS) {
  calls_of_rotations(something_throws<B>{17'000, all_actions, spread});
  calls_of_rearrangements(something_throws<B>{17'000, all_actions, spread});
}
TEST_CASE_TEMPLATE("raw memory: something throws", B, FAILURE_BACKENDS) {
  calls_of_raw_memory(something_throws<B>{17'000, all_actions, spread});
}
