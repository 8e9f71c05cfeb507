// EXPECT: for_each_block calls its functor with a thrum::block<N> const&
#include <thrum/execution_policy.h>
#include <thrum/for_each_block.h>

struct work {
#if defined(CONTROL)
  void operator()(thrum::block<32> const&) const {}
#else
  void operator()(thrum::block<64> const&) const {}
#endif
};

void call() { thrum::for_each_block(thrum::seq, 10, thrum::lanes<32>, work{}); }
