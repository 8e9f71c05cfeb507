// min_element_into, max_element_into, minmax_element_into: see extrema.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/algorithms/extrema.h>
#include <thrum/extrema.h>

#include <thrum/detail/public_header/end.h>
