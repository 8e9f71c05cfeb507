// The headers of the standard library, and of CUDA if present, that programs for Thrust get through
// Thrust's headers. In addition, nvcc's keywords for functions, which mean nothing to other
// compilers.
#pragma once

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#if __has_include(<cuda/std/version>)
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#endif

#if !defined(__host__)
#if __has_include(<driver_types.h>)
#include <driver_types.h>
#else
#define __host__
#define __device__
#endif
#endif
