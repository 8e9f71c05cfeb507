// EXPECT: the keys of group_reduce have no operator==: pass an equality after the hash
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/host_vector.h>
#include <cstddef>

struct place {
  int x;
#if defined(CONTROL)
  bool operator==(place const&) const = default;
#endif
};
struct hash_of_place {
  std::size_t operator()(place const& p) const { return static_cast<std::size_t>(p.x); }
};

void sums(thrum::host_vector<place> const& places, thrum::host_vector<int> const& v,
          thrum::host_vector<place>& keys, thrum::host_vector<int>& out) {
  thrum::group_reduce(places.begin(), places.end(), v.begin(), keys.begin(), out.begin(), thrum::plus<>{},
                      hash_of_place{});
}
