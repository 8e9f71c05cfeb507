// EXPECT: this call runs on oneTBB: #include <thrum/tbb.h>
// NEEDS: tbb
// DEFINES: -DTHRUM_DEVICE_SYSTEM=THRUM_DEVICE_SYSTEM_TBB -DTHRUM_LEAN
#include <thrum/device_ptr.h>
#include <thrum/reduce.h>
#include <iostream>
#if defined(CONTROL)
#include <thrum/tbb.h>
#endif

void print_sum(thrum::device_ptr<int> p) { std::cout << thrum::reduce(p, p + 10); }
