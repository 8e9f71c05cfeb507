// The algorithms of thrum::multi_device. They run on all devices of a multi_device_vector at once.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/multi_device/by_key.h>
#include <thrum/multi_device/elements.h>
#include <thrum/multi_device/histogram.h>
#include <thrum/multi_device/join.h>
#include <thrum/multi_device/reduce.h>
#include <thrum/multi_device/scan.h>
#include <thrum/multi_device/search.h>
#include <thrum/multi_device/select.h>
#include <thrum/multi_device/shuffle.h>
#include <thrum/multi_device/sort.h>
#include <thrum/multi_device/top_k.h>
#include <thrum/multi_device/windows.h>

/// The algorithms take whole vectors. A call gives every device its work before the call waits for
/// any device. Devices wait for each other by events. The host waits once, at the end; sorts,
/// selections and some others also wait in between, for sizes that they need. With a group of
/// cuda::par_nosync the host waits only for these and for results that it receives. All vectors of
/// one call belong to one group and, except in copy, are split alike; otherwise the call throws
/// std::invalid_argument. Functors meet the requirements of the algorithm of the same name in
/// namespace thrum.
///
/// If a part throws an exception, the exception leaves the call after all parts have ended. If
/// memory runs out, nothing is lost and nothing leaks: inputs that are not outputs keep their
/// values, and a sort leaves its elements in some order.
namespace thrum::multi_device {}

#include <thrum/detail/public_header/end.h>
