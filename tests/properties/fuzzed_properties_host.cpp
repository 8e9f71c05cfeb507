// Random cases of the properties that the fuzzers also test: the vectors, the algorithms by key and
// by segment, and relations that are no orders. sorts_properties_host.cpp has those of selections
// and of sorted ranges.
#include "any_orders.h"
#include "by_key.h"
#include "run_properties.h"
#include "segments.h"
#include "vectors.h"

TEST_CASE("algorithms by key do as plain loops do") { run_properties(by_key::properties); }
TEST_CASE("segmented algorithms do as plain loops do") { run_properties(segments::properties); }
TEST_CASE("relations that are no orders do no harm") { run_properties(any_orders::properties); }
TEST_CASE("vectors do as std::vector does") { run_properties(vectors::properties); }
