// is_execution_policy, by Thrust's header.
#pragma once

#include <thrum/execution_policy.h>
