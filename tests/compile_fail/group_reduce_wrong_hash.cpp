// EXPECT: the hash of group_reduce takes a key and returns a std::size_t: this one does not
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/host_vector.h>
#include <functional>
#include <string>

#if defined(CONTROL)
using hash_of_word = std::hash<std::string>;
#else
using hash_of_word = std::hash<int>;
#endif

void sums(thrum::host_vector<std::string> const& words, thrum::host_vector<int> const& v,
          thrum::host_vector<std::string>& keys, thrum::host_vector<int>& out) {
  thrum::group_reduce(words.begin(), words.end(), v.begin(), keys.begin(), out.begin(), thrum::plus<>{},
                      hash_of_word{});
}
