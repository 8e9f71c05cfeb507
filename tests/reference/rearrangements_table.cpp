// The rows of the calls that move elements to other indices.
#include <thrum/adjacent_difference.h>
#include <thrum/destroy.h>
#include <thrum/device_free.h>
#include <thrum/device_malloc.h>
#include <thrum/functional.h>
#include <thrum/random.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/sample.h>
#include <thrum/shift.h>
#include <thrum/shuffle.h>
#include <thrum/uninitialized_construct.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#include <thrum/uninitialized_move.h>
#include <string>
#include <vector>
#include "table.h"

namespace {

/// An object with a constructor and a destructor that are not trivial.
struct occupied {
  int value;
  THRUM_HD occupied() noexcept : value(1) {}
  THRUM_HD ~occupied() { value = 0; }
};

}  // namespace

TEST_CASE("rearrangements") {
  reference_table t("rearrangements");
  t.row("adjacent_difference(first, last, out[, op])", "adjacent_difference.h",
        "op of each element and the one before it; out may be first", [](auto const& exec, samples& s) {
          thrum::adjacent_difference(exec, s.numbers.begin(), s.numbers.end(), s.numbers.begin());
        });
  t.row("reverse(first, last)", "reverse.h", "the last first",
        [](auto const& exec, samples& s) { thrum::reverse(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("reverse_copy(first, last, out)", "reverse.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::reverse_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin());
        });
  t.row("rotate(first, middle, last)", "rotate.h", "middle first", [](auto const& exec, samples& s) {
    thrum::rotate(exec, s.numbers.begin(), s.numbers.begin() + s.part, s.numbers.end());
  });
  t.row("rotate_copy(first, middle, last, out)", "rotate.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::rotate_copy(exec, s.numbers.begin(), s.numbers.begin() + s.part, s.numbers.end(), s.out.begin());
        });
  t.row("shift_left(first, last, n)", "shift.h", "n places to the front",
        [](auto const& exec, samples& s) { thrum::shift_left(exec, s.numbers.begin(), s.numbers.end(), s.part); });
  t.row("shift_right(first, last, n)", "shift.h", "n places to the end", [](auto const& exec, samples& s) {
    thrum::shift_right(exec, s.numbers.begin(), s.numbers.end(), s.part);
  });
  t.row("shuffle(first, last, engine)", "shuffle.h", "a random order", [](auto const& exec, samples& s) {
    thrum::default_random_engine engine(1);
    thrum::shuffle(exec, s.numbers.begin(), s.numbers.end(), engine);
  });
  t.row("shuffle_copy(first, last, out, engine)", "shuffle.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::default_random_engine engine(1);
          thrum::shuffle_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), engine);
        });
  t.row(
      "sample(first, last, out, k, engine)", "sample.h", "k elements at random, in order",
      [](auto const& exec, samples& s) {
        thrum::default_random_engine engine(1);
        thrum::sample(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.n / 2, engine);
      },
      "O(k)");
  t.row("random::generate(first, last, distribution, seed)", "random/generate.h", "random numbers",
        [](auto const& exec, samples& s) {
          thrum::random::generate(exec, s.out.begin(), s.out.end(),
                                  thrum::portable_uniform_int_distribution<int>(0, 9), 1);
        });
  t.check();
}

TEST_CASE("objects") {
  reference_table t("objects");
  t.row("uninitialized_copy(first, last, out)", "uninitialized_copy.h", "makes objects as copies",
        [](auto const& exec, samples& s) {
          thrum::uninitialized_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin());
        });
  t.row("uninitialized_copy_n(first, n, out)", "uninitialized_copy.h", "the same of n elements",
        [](auto const& exec, samples& s) {
          thrum::uninitialized_copy_n(exec, s.numbers.begin(), s.n, s.out.begin());
        });
  t.row("uninitialized_move(first, last, out)", "uninitialized_move.h", "makes objects by moves",
        [](auto const& exec, samples& s) {
          thrum::uninitialized_move(exec, s.numbers.begin(), s.numbers.end(), s.out.begin());
        });
  t.row("uninitialized_move_n(first, n, out)", "uninitialized_move.h", "the same of n elements",
        [](auto const& exec, samples& s) {
          thrum::uninitialized_move_n(exec, s.numbers.begin(), s.n, s.out.begin());
        });
  t.row("uninitialized_fill(first, last, value)", "uninitialized_fill.h", "makes objects of one value",
        [](auto const& exec, samples& s) { thrum::uninitialized_fill(exec, s.out.begin(), s.out.end(), 1); });
  t.row("uninitialized_fill_n(first, n, value)", "uninitialized_fill.h", "the same of n elements",
        [](auto const& exec, samples& s) { thrum::uninitialized_fill_n(exec, s.out.begin(), s.n, 1); });
  t.row("uninitialized_value_construct(first, last)", "uninitialized_construct.h", "makes objects `T()`",
        [](auto const& exec, samples& s) {
          thrum::uninitialized_value_construct(exec, s.out.begin(), s.out.end());
        });
  t.row("uninitialized_value_construct_n(first, n)", "uninitialized_construct.h", "the same of n elements",
        [](auto const& exec, samples& s) { thrum::uninitialized_value_construct_n(exec, s.out.begin(), s.n); });
  // Plain types need no work here.
  auto const room = thrum::device_malloc<occupied>(measured_n);
  auto const construct = [room](samples& s) { thrum::uninitialized_default_construct_n(room, s.n); };
  t.row("uninitialized_default_construct(first, last)", "uninitialized_construct.h",
        "makes objects by their default constructors; nothing for plain types",
        [room](auto const& exec, samples& s) { thrum::uninitialized_default_construct(exec, room, room + s.n); });
  t.row("uninitialized_default_construct_n(first, n)", "uninitialized_construct.h", "the same of n elements",
        [room](auto const& exec, samples& s) { thrum::uninitialized_default_construct_n(exec, room, s.n); });
  t.row(
      "destroy(first, last)", "destroy.h", "destroys objects; nothing for plain types",
      [room](auto const& exec, samples& s) { thrum::destroy(exec, room, room + s.n); }, "O(n)", construct);
  t.row(
      "destroy_n(first, n)", "destroy.h", "the same of n elements",
      [room](auto const& exec, samples& s) { thrum::destroy_n(exec, room, s.n); }, "O(n)", construct);
  thrum::device_free(room);
  t.check();
}
