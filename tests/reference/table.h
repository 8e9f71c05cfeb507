// The tables of docs/reference: a row for each call of an algorithm. The program of the CPU measures what the family's page says
// of it, the program of CUDA what docs/reference/cuda_calls.md does.
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
