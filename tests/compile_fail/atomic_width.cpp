// EXPECT: atomic_ref is for types of 1, 2, 4 or 8 bytes: others need locks
#include <thrum/atomic_ref.h>

struct pair_of_numbers {
#if defined(CONTROL)
  int first, second;
#else
  long long first, second;
#endif
};

pair_of_numbers read(pair_of_numbers& shared) { return thrum::atomic_ref(shared).load(); }
