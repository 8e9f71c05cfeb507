// A matrix that two libraries share by DLPack: what one writes the other sees, nothing is copied,
// and the memory goes back once. What does not fit is refused.
#include <thrum/dlpack.h>
#include <thrum/fill.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <stdexcept>
#include <string>
#include <utility>

#include "common/example.h"
#include "common/spaces.h"

namespace dlpack = thrum::dlpack;

/// Owns a vector, and counts how often the memory is given back.
template <class V>
struct counted {
  V elements;
  int* given_back;

  counted(V&& v, int& count) : elements(std::move(v)), given_back(&count) {}
  counted(counted&& other) noexcept
      : elements(std::move(other.elements)), given_back(std::exchange(other.given_back, nullptr)) {}
  ~counted() {
    if (given_back != nullptr) ++*given_back;
  }
};

/// Returns what an import says that is not possible.
template <class T, std::size_t Rank, class Space, class M>
std::string refusal(M* managed) {
  try {
    dlpack::import_tensor<T, Rank, Space>(managed);
  } catch (std::invalid_argument const& e) {
    return e.what();
  }
  return "nothing";
}

template <class Policy>
void share(example::session& s, Policy const& policy, std::ptrdiff_t rows) {
  using space = example::space_of<Policy>;
  constexpr bool on_card = example::on_card<Policy>;
  int given_back = 0;
  example::vector_of<Policy, float> v(static_cast<std::size_t>(rows * rows));
  thrum::sequence(policy, v.begin(), v.end());
  thrum::strided_view const mine(v, {rows, rows});
  {
    // The producer hands the matrix on, and keeps a view. The consumer owns it.
    auto exported = dlpack::export_tensor(mine, counted(std::move(v), given_back));
    auto* const managed = exported.get();
    s.check("another type is refused",
            refusal<double, 2, space>(managed).find("float32, not float64") != std::string::npos);
    s.check("another rank is refused",
            refusal<float, 1, space>(managed).find("2 dimensions, not 1") != std::string::npos);
    using elsewhere =
        std::conditional_t<on_card, thrum::host_space, thrum::device_space<thrum::device_system::cuda>>;
    s.check("another device is refused",
            refusal<float, 2, elsewhere>(managed).find("is on ") != std::string::npos);
    s.check_equal("and nothing is given back by that", given_back, 0);

    auto const theirs = dlpack::import_tensor<float, 2, space>(std::move(exported));
    s.check("the address is the same", theirs.data() == mine.data());
    auto const corner = theirs.part(0, 0, 1).part(1, 0, 1);
    thrum::fill(policy, corner.begin(), corner.end(), 999.0F);
    auto const first = mine.slice(0, 0).part(0, 0, 2);
    s.check_equal("what one writes the other sees", thrum::reduce(policy, first.begin(), first.end()), 1000.0F);
    s.check_equal("the memory is not given back early", given_back, 0);
  }
  s.check_equal("the memory is given back once", given_back, 1);
}

int main(int argc, char** argv) {
  example::description const what{.id = "dlpack_exchange",
                                  .text = "A matrix of n rows that two libraries share by DLPack.",
                                  .n = 1000,
                                  .quick = 500,
                                  .n_is = "rows",
                                  .most = 100'000,
                                  .bytes_of = [](double n) { return 4 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      using space = example::space_of<policy_type>;
      share<policy_type>(s, policy, s.n());
      share<policy_type>(s, policy, 500);
      share<policy_type>(s, policy, 3);

      example::vector_of<policy_type, float> v(s.size() * s.size(), thrum::no_init);
      auto* const data = thrum::strided_view(v).data();
      auto exported = dlpack::export_tensor(std::move(v), {s.n(), s.n()});
      auto a = dlpack::import_tensor<float, 2, space>(std::move(exported));
      s.time(policy, "there and back", [&] {
        exported = dlpack::export_tensor(a.view(), std::move(a));
        a = dlpack::import_tensor<float, 2, space>(std::move(exported));
      });
      s.check("after all of which the address is the same", a.data() == data);
    });
  });
}
