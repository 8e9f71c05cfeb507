// The precompiled header of most tests.
#pragma once

#include <doctest/doctest.h>
#include <thrum/thrum.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#elif defined(THRUM_WITH_OMP)
#include <thrum/omp.h>
#endif
