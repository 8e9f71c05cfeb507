// The tables of docs/reference: a row for each call of an algorithm. The CPU program measures the
// columns of the family's page, the CUDA program those of docs/reference/cuda_calls.md.
#pragma once

#include <doctest/doctest.h>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include "measured_page.h"
#include "samples.h"
#if defined(THRUM_WITH_CUDA)
#include "card_table.h"
#else
#include "host_table.h"
#endif
