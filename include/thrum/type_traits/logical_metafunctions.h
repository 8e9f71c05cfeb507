// The standard's conjunction, disjunction and negation of traits, in Thrust's header.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <type_traits>

namespace thrum {

using std::conjunction;
using std::conjunction_v;
using std::disjunction;
using std::disjunction_v;
using std::negation;
using std::negation_v;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
