// Random cases of the algorithms by key.
#include "by_key.h"
#include "run_properties.h"

TEST_CASE("by keys as plain loops do it") { run_properties(by_key::properties); }
