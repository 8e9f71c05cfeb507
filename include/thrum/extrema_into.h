// min_element_into, max_element_into, minmax_element_into: see extrema.h.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/extrema.h>

#include <thrum/detail/along/end.h>
