// r = x + y with y = 2 x: copied element by element or as vectors, computed where it is used, and
// in memory that host and device share. Each form copies something else, and the copies are
// counted. Memory that is overwritten anyway needs no zeros.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>

#include "common/example.h"
#if defined(__CUDACC__)
#include <thrum/cuda/counters.h>
#endif

/// Copies between the host and the memory of a policy, and records each copy.
struct copy_log {
  std::int64_t copies = 0, elements = 0;
  template <class I, class O>
  void copy(I first, I last, O out) {
    thrum::copy(first, last, out);
    ++copies, elements += last - first;
  }
};

/// Returns the copies that the library has made on the device so far.
std::int64_t copies_of_card() {
#if defined(__CUDACC__)
  return static_cast<std::int64_t>(thrum::cuda::counters::now().copies);
#else
  return 0;
#endif
}

/// Calls work(log), which returns r; checks the result and prints the copies.
template <bool Card, class Work>
void check_form(example::session& s, std::string const& form, Work work) {
  copy_log log;
  std::int64_t const before = copies_of_card();
  std::vector<int> const r = work(log);
  if (Card) s.check_equal("the card made as many copies as the form", copies_of_card() - before, log.copies);
  s.say(form + ": " + std::to_string(log.copies) + " copies of " + std::to_string(log.elements) + " elements");
  s.check_equal("0 3 6 ... 27 in every form", r, std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21, 24, 27});
}

/// Says whether host and device share memory: without CUDA it is the host's, otherwise the call
/// needs a device.
bool has_shared_memory() {
#if defined(THRUM_WITH_CUDA)
  return example::card_present();
#else
  return true;
#endif
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "add_copies",
      .text = "r = x + 2 x of 0..9 and the copies it takes; n floats with and without zeros.",
      .n = 1024 * 2048,
      .quick = 10'000,
      .bytes = 16};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      using vector = example::vector_of<policy_type, int>;
      constexpr bool card = example::on_card<policy_type>;
      std::string const name = example::name_of(policy) + ", ";
      thrum::host_vector<int> x(10), y(10);
      thrum::sequence(thrum::seq, x.begin(), x.end());
      thrum::sequence(thrum::seq, y.begin(), y.end(), 0, 2);
      auto const add = [&](auto const& a, auto const& b, auto& r) {
        thrum::transform(policy, a.begin(), a.end(), b.begin(), r.begin(), thrum::plus<>{});
      };

      check_form<card>(s, name + "element by element", [&](copy_log& log) {
        vector a(10, thrum::no_init), b(10, thrum::no_init), r(10, thrum::no_init);
        std::vector<int> out(10);
        for (int i = 0; i < 10; ++i) {
          log.copy(x.begin() + i, x.begin() + i + 1, a.begin() + i);
          log.copy(y.begin() + i, y.begin() + i + 1, b.begin() + i);
        }
        add(a, b, r);
        for (int i = 0; i < 10; ++i) log.copy(r.begin() + i, r.begin() + i + 1, out.begin() + i);
        return out;
      });
      check_form<card>(s, name + "whole vectors", [&](copy_log& log) {
        vector a(10, thrum::no_init), b(10, thrum::no_init), r(10, thrum::no_init);
        std::vector<int> out(10);
        log.copy(x.begin(), x.end(), a.begin());
        log.copy(y.begin(), y.end(), b.begin());
        add(a, b, r);
        log.copy(r.begin(), r.end(), out.begin());
        return out;
      });
      check_form<card>(s, name + "made where it is used", [&](copy_log& log) {
        vector a(10, thrum::no_init), b(10, thrum::no_init), r(10, thrum::no_init);
        std::vector<int> out(10);
        thrum::sequence(policy, a.begin(), a.end());
        thrum::sequence(policy, b.begin(), b.end(), 0, 2);
        add(a, b, r);
        log.copy(r.begin(), r.end(), out.begin());
        return out;
      });
      if (has_shared_memory()) {
        check_form<card>(s, name + "shared memory", [&](copy_log&) {
          thrum::unified_vector<int> a(10, thrum::no_init), b(10, thrum::no_init), r(10, thrum::no_init);
          for (std::size_t i = 0; i < 10; ++i) a[i] = x[i], b[i] = y[i];
          add(a, b, r);
          return std::vector<int>(r.begin(), r.end());
        });
      }

      using floats = example::vector_of<policy_type, float>;
      s.time(policy, "n floats without a value", [&] { floats const v(s.size(), thrum::no_init); });
      s.time(policy, "n floats of zero", [&] { floats const v(s.size()); });
      s.check_equal("zeros where they are asked for", example::to_host(floats(s.size())),
                    std::vector<float>(s.size()));
    });
  });
}
