// EXPECT: a shuffle needs a random engine that it may call
#include <thrum/random.h>
#include <thrum/shuffle.h>
#include <vector>

#if defined(CONTROL)
using engine = thrum::minstd_rand;
#else
using engine = thrum::minstd_rand const;
#endif

void mix(std::vector<int>& v, engine& g) { thrum::shuffle(thrum::seq, v.begin(), v.end(), g); }
