// What most tests include; precompiled.
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
#include "data.h"
#include "policies.h"
