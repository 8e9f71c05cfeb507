// The form in which the work of thread blocks is written. In this form the work runs on the host
// too, where tests compare its results with those of seq, bit by bit.
//
// A body is the work of a block of threads. `threads` is the number of threads, `shared` is the
// type of what the threads share, and body(team, b, shared) does the work of block b. team.each(f)
// calls f(t) for each thread t, and goes on when all calls are done. team.mark(n, f, words) leaves
// the bits f(0), f(1), ... in words of 32 bits. exec.run_blocks(blocks, body) runs all blocks, in
// any order. On a GPU a body is launched by launch_blocks of team.cuh.
#pragma once

#include <thrum/detail/base/config.h>
#include <new>

namespace thrum::detail {

/// Constructs a T. (Shared memory has no objects in it, and T may have no assignment.)
template <class T>
THRUM_HD void put(T* to, T const& value) {
  ::new (static_cast<void*>(to)) T(value);
}

}  // namespace thrum::detail
