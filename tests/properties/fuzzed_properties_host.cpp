// Random cases of what the fuzzers look at too: the vectors, and the algorithms by key.
#include "by_key.h"
#include "run_properties.h"
#include "vectors.h"

TEST_CASE("algorithms by key do as plain loops do") { run_properties(by_key::properties); }
TEST_CASE("vectors do as std::vector does") { run_properties(vectors::properties); }
