// Random engines and distributions, and random numbers in parallel.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/random/bernoulli_distribution.h>
#include <thrum/random/discard_block_engine.h>
#include <thrum/random/exponential_distribution.h>
#include <thrum/random/generate.h>
#include <thrum/random/linear_congruential_engine.h>
#include <thrum/random/linear_feedback_shift_engine.h>
#include <thrum/random/normal_distribution.h>
#include <thrum/random/philox_engine.h>
#include <thrum/random/portable_normal_distribution.h>
#include <thrum/random/portable_uniform_int_distribution.h>
#include <thrum/random/portable_uniform_real_distribution.h>
#include <thrum/random/subtract_with_carry_engine.h>
#include <thrum/random/uniform_int_distribution.h>
#include <thrum/random/uniform_real_distribution.h>
#include <thrum/random/xor_combine_engine.h>
#include <thrum/random/xoroshiro128p.h>

namespace thrum {

/// Engines and distributions: Thrust's, which are in namespace thrum too, and philox4x32,
/// philox4x64 and xoroshiro128p; and generate, which fills ranges in parallel. All of them can be
/// used in device code, and make the same numbers there.
namespace random {

/// An engine of good quality for its state of one number.
using default_random_engine = minstd_rand;

}  // namespace random

using random::default_random_engine;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
