// Random operations on vectors.
#include "run_properties.h"
#include "vectors.h"

TEST_CASE("vectors do as std::vector does") { run_properties(vectors::properties); }
