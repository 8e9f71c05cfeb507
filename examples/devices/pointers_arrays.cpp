// Pointers and arrays on the host and on a device: addresses and their differences, memory with an
// owner, and a struct of a pointer and a length, which is what a vector is. Nothing here is freed
// by hand, so that nothing leaks.
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/sequence.h>
#include <thrum/tabulate.h>

#include "common/example.h"
#include "common/spaces.h"

struct twice {
  THRUM_HD double operator()(std::ptrdiff_t j) const { return 2.0 * static_cast<double>(j); }
};

/// A view of an array, which kernels take by value.
struct view {
  double* data;
  std::ptrdiff_t n;
};

struct number_elements {
  view a;
  THRUM_HD void operator()(std::ptrdiff_t i) const { *(a.data + i) = static_cast<double>(i); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "pointers_arrays",
                                  .text = "Addresses, arrays and vectors, on the host and on a device.",
                                  .n = 100,
                                  .quick = 100,
                                  .bytes = 32,
                                  .least = 1,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    int x = 7;
    int* const address = &x;
    *address = 8;
    s.check_equal("a value changes through its address", x, 8);

    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;

      // Four integers: an iterator plus two refers to the third of them, in every memory.
      example::vector_of<decltype(policy), int> a(4);
      thrum::sequence(policy, a.begin(), a.end());
      int const third = *(a.begin() + 2);
      s.check_equal("*(a + 2) is 2", third, 2);
      // 2j for j < n. A vector's size counts elements, so that no size in bytes can be wrong.
      vector even(s.size());
      s.time(policy, "2j", [&] { thrum::tabulate(policy, even.begin(), even.end(), twice{}); });
      double const last = even.back();
      s.check_equal("the last one is 2(n - 1)", last, 2.0 * static_cast<double>(s.n() - 1));
      double sum = 0;
      for (double const value : example::to_host(even)) sum += value;
      auto const n = static_cast<double>(s.n());
      s.check_close("their sum is n(n - 1)", sum, n * (n - 1), 1e-9 * n * n);

      // A pointer and a length, passed by value. The vector owns the memory, the bytes of ten
      // doubles, and frees it.
      thrum::counting_resource<example::space_of<decltype(policy)>> memory;
      {
        example::vector_from<decltype(policy), double> numbers(10, thrum::no_init, &memory);
        s.check_equal("ten doubles have ten times their size", memory.bytes_in_use(), 10 * sizeof(double));
        view const all{thrum::raw_pointer_cast(numbers.data()), 10};
        thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), all.n, number_elements{all});
        std::vector<double> const expected{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        s.check_equal("the view's elements are 0 to 9", example::to_host(numbers), expected);
      }
      s.check_equal("nothing leaks", memory.bytes_in_use(), std::size_t{0});

      s.say(example::name_of(policy) + ": sizeof(int) " + std::to_string(sizeof(int)) + ", of a pointer " +
            std::to_string(sizeof address) + "; *(a + 2) = " + std::to_string(third) + "; the last of " +
            std::to_string(s.n()) + " even numbers is " + std::to_string(static_cast<long long>(last)));
    });
  });
}
