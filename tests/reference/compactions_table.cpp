// The rows of the calls that keep some elements.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/run_length.h>
#include <thrum/split_by.h>
#include <thrum/unique.h>
#include <string>
#include <vector>
#include "table.h"

namespace {

struct hundredth {
  THRUM_HD int operator()(int x) const { return x % 100; }
};

}  // namespace

TEST_CASE("compactions") {
  reference_table t("compactions");
  t.row("copy_if(first, last, [stencil,] out, pred)", "copy.h", "what pred accepts, in order",
        [](auto const& exec, samples& s) {
          thrum::copy_if(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), odd{});
        });
  t.row("copy_if_into(first, last, result, [stencil,] out, pred)", "copy.h",
        "the same, with their number left in memory", [](auto const& exec, samples& s) {
          thrum::copy_if_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), s.out.begin(), odd{});
        });
  t.row("remove(first, last, value)", "remove.h", "what is not value to the front, in order",
        [](auto const& exec, samples& s) { thrum::remove(exec, s.flags.begin(), s.flags.end(), 1); });
  t.row("remove_if(first, last, [stencil,] pred)", "remove.h", "what pred rejects to the front, in order",
        [](auto const& exec, samples& s) { thrum::remove_if(exec, s.numbers.begin(), s.numbers.end(), odd{}); });
  t.row("remove_copy(first, last, out, value)", "remove.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::remove_copy(exec, s.flags.begin(), s.flags.end(), s.out.begin(), 1);
        });
  t.row("remove_copy_if(first, last, [stencil,] out, pred)", "remove.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::remove_copy_if(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), odd{});
        });
  t.row("remove_into(first, last, result, value)", "remove.h", "remove, with the number of what is left in memory",
        [](auto const& exec, samples& s) {
          thrum::remove_into(exec, s.flags.begin(), s.flags.end(), s.count.begin(), 1);
        });
  t.row("remove_if_into(first, last, result, [stencil,] pred)", "remove.h", "the same of remove_if",
        [](auto const& exec, samples& s) {
          thrum::remove_if_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), odd{});
        });
  t.row("remove_copy_into(first, last, result, out, value)", "remove.h", "the same of remove_copy",
        [](auto const& exec, samples& s) {
          thrum::remove_copy_into(exec, s.flags.begin(), s.flags.end(), s.count.begin(), s.out.begin(), 1);
        });
  t.row("remove_copy_if_into(first, last, result, [stencil,] out, pred)", "remove.h", "the same of remove_copy_if",
        [](auto const& exec, samples& s) {
          thrum::remove_copy_if_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), s.out.begin(),
                                     odd{});
        });
  t.row("unique(first, last[, equal])", "unique.h", "one of each run of equal elements to the front",
        [](auto const& exec, samples& s) { thrum::unique(exec, s.keys.begin(), s.keys.end()); });
  t.row(
      "unique_copy(first, last, out[, equal])", "unique.h", "the same into another range",
      [](auto const& exec, samples& s) { thrum::unique_copy(exec, s.keys.begin(), s.keys.end(), s.out.begin()); });
  t.row("unique_by_key(keys, keys_last, values[, equal])", "unique.h",
        "one key of each run, and its value, to the front", [](auto const& exec, samples& s) {
          thrum::unique_by_key(exec, s.keys.begin(), s.keys.end(), s.numbers.begin());
        });
  t.row("unique_by_key_copy(keys, keys_last, values, keys_out, values_out[, equal])", "unique.h",
        "the same into other ranges", [](auto const& exec, samples& s) {
          thrum::unique_by_key_copy(exec, s.keys.begin(), s.keys.end(), s.numbers.begin(), s.out.begin(),
                                    s.out2.begin());
        });
  t.row("unique_count(first, last[, equal])", "unique.h", "how many runs of equal elements",
        [](auto const& exec, samples& s) { thrum::unique_count(exec, s.keys.begin(), s.keys.end()); });
  t.row("unique_into(first, last, result[, equal])", "unique.h",
        "unique, with the number of what is left in memory", [](auto const& exec, samples& s) {
          thrum::unique_into(exec, s.keys.begin(), s.keys.end(), s.count.begin());
        });
  t.row("unique_copy_into(first, last, result, out[, equal])", "unique.h", "the same of unique_copy",
        [](auto const& exec, samples& s) {
          thrum::unique_copy_into(exec, s.keys.begin(), s.keys.end(), s.count.begin(), s.out.begin());
        });
  t.row("unique_count_into(first, last, result[, equal])", "unique.h", "unique_count, left in memory",
        [](auto const& exec, samples& s) {
          thrum::unique_count_into(exec, s.keys.begin(), s.keys.end(), s.count.begin());
        });
  t.row("run_length_encode_into(first, last, result, values_out, counts_out[, equal])", "run_length.h",
        "run_length_encode, with the number of runs left in memory", [](auto const& exec, samples& s) {
          thrum::run_length_encode_into(exec, s.keys.begin(), s.keys.end(), s.count.begin(), s.out.begin(),
                                        s.out2.begin());
        });
  t.row("run_length_encode(first, last, values_out, counts_out[, equal])", "run_length.h",
        "each run of equal elements as its value and length", [](auto const& exec, samples& s) {
          thrum::run_length_encode(exec, s.keys.begin(), s.keys.end(), s.out.begin(), s.out2.begin());
        });
  t.row("run_length_decode(values, values_last, counts, out)", "run_length.h", "each value as often as its count",
        [](auto const& exec, samples& s) {
          thrum::run_length_decode(exec, s.numbers.begin(), s.numbers.end(), s.flags.begin(), s.out.begin());
        });
  t.check();
}

TEST_CASE("partitions") {
  reference_table t("partitions");
  t.row("partition(first, last, [stencil,] pred)", "partition.h", "the accepted first; stable",
        [](auto const& exec, samples& s) { thrum::partition(exec, s.numbers.begin(), s.numbers.end(), odd{}); });
  t.row("stable_partition(first, last, [stencil,] pred)", "partition.h", "the same",
        [](auto const& exec, samples& s) {
          thrum::stable_partition(exec, s.numbers.begin(), s.numbers.end(), odd{});
        });
  t.row("partition_copy(first, last, [stencil,] out_true, out_false, pred)", "partition.h",
        "the accepted into one range, the others into another; stable", [](auto const& exec, samples& s) {
          thrum::partition_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.out2.begin(), odd{});
        });
  t.row("stable_partition_copy(first, last, [stencil,] out_true, out_false, pred)", "partition.h", "the same",
        [](auto const& exec, samples& s) {
          thrum::stable_partition_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.out2.begin(),
                                       odd{});
        });
  t.row("partition_into(first, last, result, [stencil,] pred)", "partition.h",
        "partition, with the number of the accepted left in memory", [](auto const& exec, samples& s) {
          thrum::partition_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), odd{});
        });
  t.row("stable_partition_into(first, last, result, [stencil,] pred)", "partition.h", "the same",
        [](auto const& exec, samples& s) {
          thrum::stable_partition_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), odd{});
        });
  t.row("partition_copy_into(first, last, result, [stencil,] out_true, out_false, pred)", "partition.h",
        "the same of partition_copy", [](auto const& exec, samples& s) {
          thrum::partition_copy_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), s.out.begin(),
                                     s.out2.begin(), odd{});
        });
  t.row("stable_partition_copy_into(first, last, result, [stencil,] out_true, out_false, pred)", "partition.h",
        "the same", [](auto const& exec, samples& s) {
          thrum::stable_partition_copy_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(),
                                            s.out.begin(), s.out2.begin(), odd{});
        });
  t.row("is_partitioned(first, last, pred)", "partition.h", "whether the accepted come first; stops early",
        [](auto const& exec, samples& s) {
          thrum::is_partitioned(exec, s.numbers.begin(), s.numbers.end(), not_negative{});
        });
  t.row(
      "partition_point(first, last, pred)", "partition.h", "the end of the accepted in a partitioned range",
      [](auto const& exec, samples& s) {
        thrum::partition_point(exec, s.numbers.begin(), s.numbers.end(), not_negative{});
      },
      "O(log n)");
  t.row("split_by(first, last, out, offsets, offsets_last, class_of)", "split_by.h",
        "by classes, which a functor numbers; stable", [](auto const& exec, samples& s) {
          thrum::split_by(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.out2.begin(),
                          s.out2.begin() + 101, hundredth{});
        });
  t.check();
}
