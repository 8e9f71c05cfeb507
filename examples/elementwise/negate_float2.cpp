// (x, y) becomes (-x, -y): transform needs only the user's struct and functor. The same pairs as
// two zipped vectors are another layout and the same call.
#include <thrum/iterator/zip_iterator.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <cstring>

#include "common/example.h"

struct point {
  float x, y;
};
struct negate_point {
  THRUM_HD point operator()(point p) const { return {-p.x, -p.y}; }
};
struct negate_pair {
  template <class Pair>
  THRUM_HD thrum::tuple<float, float> operator()(Pair const& p) const {
    return {-thrum::get<0>(p), -thrum::get<1>(p)};
  }
};
struct make_point {
  THRUM_HD point operator()(float x, float y) const { return {x, y}; }
};

/// Compares all bits, the sign of zero included.
bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

int main(int argc, char** argv) {
  example::description const what{.id = "negate_float2",
                                  .text = "-p of n points, as structs and as two vectors.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 64};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const moved{.bytes = 16.0 * static_cast<double>(s.n())};
    s.each_policy([&](auto const& policy) {
      using floats = example::vector_of<decltype(policy), float>;
      floats const x = example::normal<float>(policy, s.n(), 1), y = example::normal<float>(policy, s.n(), 2);
      floats left(s.size(), thrum::no_init), right(s.size(), thrum::no_init);
      example::vector_of<decltype(policy), point> points(s.size(), thrum::no_init), r(s.size(), thrum::no_init);
      thrum::transform(policy, x.begin(), x.end(), y.begin(), points.begin(), make_point{});

      s.time(
          policy, "structs",
          [&] { thrum::transform(policy, points.begin(), points.end(), r.begin(), negate_point{}); }, moved);
      auto const in = thrum::make_zip_iterator(x.begin(), y.begin());
      auto const out = thrum::make_zip_iterator(left.begin(), right.begin());
      s.time(policy, "two vectors", [&] { thrum::transform(policy, in, in + s.n(), out, negate_pair{}); }, moved);

      auto const a = example::to_host(x), b = example::to_host(y), c = example::to_host(left),
                 d = example::to_host(right);
      auto const negated = example::to_host(r);
      thrum::transform(policy, r.begin(), r.end(), r.begin(), negate_point{});
      auto const again = example::to_host(r);
      bool structs = true, vectors = true, back = true;
      for (std::size_t i = 0; i < a.size(); ++i) {
        structs = structs && same_bits(negated[i].x, -a[i]) && same_bits(negated[i].y, -b[i]);
        vectors = vectors && same_bits(c[i], -a[i]) && same_bits(d[i], -b[i]);
        back = back && same_bits(again[i].x, a[i]) && same_bits(again[i].y, b[i]);
      }
      s.check("structs have the host's bits", structs);
      s.check("two vectors too", vectors);
      s.check("twice is the identity", back);
    });
  });
}
