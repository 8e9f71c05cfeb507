// Times calls of predicates of several forms on random numbers under seq, beside the same calls of
// the standard library. Compilers make vectors of some forms, and branches that no processor can
// foresee of others. Prints a table in Markdown for each type: nanoseconds an element of thrum, and
// after the colon of std, for each predicate and call.
//   bench_choices_predicates
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/execution_policy.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/replace.h>
#include <thrum/transform.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

namespace {

constexpr std::size_t n = 1 << 15;
constexpr int rounds = 25;

template <class T>
void keep(T const& x) {
  asm volatile("" : : "r,m"(x) : "memory");
}

template <class T>
class calls {
 public:
  explicit calls(char const* type) {
    std::mt19937 random(1);
    for (T& x : numbers_) x = static_cast<T>(random() % 64);
    std::printf("\n| %s | count_if | copy_if | remove_if | partition | replace_if | transform_if |\n", type);
    std::printf("|---|---|---|---|---|---|---|\n");
  }
  template <class P>
  void print(char const* predicate, P accept) {
    T const five(5);
    auto const twice = [](T x) { return static_cast<T>(x + x); };
    std::vector<T>&v = numbers_, &w = changed_, &out = out_;
    std::printf("| %s", predicate);
    compare([&] { keep(thrum::count_if(thrum::seq, v.begin(), v.end(), accept)); },
            [&] { keep(std::count_if(v.begin(), v.end(), accept)); });
    compare([&] { keep(thrum::copy_if(thrum::seq, v.begin(), v.end(), out.begin(), accept)); },
            [&] { keep(std::copy_if(v.begin(), v.end(), out.begin(), accept)); });
    compare([&] { keep(thrum::remove_if(thrum::seq, w.begin(), w.end(), accept)); },
            [&] { keep(std::remove_if(w.begin(), w.end(), accept)); });
    compare([&] { keep(thrum::partition(thrum::seq, w.begin(), w.end(), accept)); },
            [&] { keep(std::stable_partition(w.begin(), w.end(), accept)); });
    compare([&] { thrum::replace_if(thrum::seq, w.begin(), w.end(), accept, five); },
            [&] { std::replace_if(w.begin(), w.end(), accept, five); });
    compare([&] { thrum::transform_if(thrum::seq, v.begin(), v.end(), out.begin(), twice, accept); },
            [&] {
              for (std::size_t i = 0; i < n; ++i)
                if (accept(v[i])) out[i] = twice(v[i]);
            });
    std::printf(" |\n");
  }

 private:
  template <class F>
  double time(F const& call) {
    std::memcpy(changed_.data(), numbers_.data(), n * sizeof(T));
    auto const begin = std::chrono::steady_clock::now();
    call();
    keep(out_[0]);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / n;
  }
  template <class F, class G>
  void compare(F const& ours, G const& theirs) {
    std::vector<double> a, b;
    for (int round = 0; round < rounds; ++round) {
      a.push_back(time(ours));
      b.push_back(time(theirs));
    }
    std::nth_element(a.begin(), a.begin() + rounds / 2, a.end());
    std::nth_element(b.begin(), b.begin() + rounds / 2, b.end());
    std::printf(" | %.2f : %.2f", a[rounds / 2], b[rounds / 2]);
  }

  std::vector<T> numbers_ = std::vector<T>(n), changed_ = numbers_, out_ = numbers_;
};

template <class T>
void print_all(char const* type) {
  calls<T> calls_of(type);
  calls_of.print("x < 30", [](T x) { return x < T(30); });
  calls_of.print("!(x < 30)", [](T x) { return !(x < T(30)); });
  calls_of.print("x > 10 && x < 40", [](T x) { return x > T(10) && x < T(40); });
  calls_of.print("x < 5 or x > 40", [](T x) { return x < T(5) || x > T(40); });
  calls_of.print("int(x) % 2 == 0", [](T x) { return static_cast<std::int32_t>(x) % 2 == 0; });
  calls_of.print("int(x) % 3 == 0", [](T x) { return static_cast<std::int32_t>(x) % 3 == 0; });
}

}  // namespace

int main() {
  print_all<std::int32_t>("int32");
  print_all<float>("float");
  print_all<double>("double");
}
