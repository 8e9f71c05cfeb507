// The version of the library.
#pragma once

/// major * 10000 + minor * 100 + patch, for the preprocessor.
#define THRUM_VERSION 100
#define THRUM_MAJOR_VERSION (THRUM_VERSION / 10000)
#define THRUM_MINOR_VERSION (THRUM_VERSION / 100 % 100)
#define THRUM_PATCH_VERSION (THRUM_VERSION % 100)
// Thrust's names.
#define THRUM_SUBMINOR_VERSION THRUM_PATCH_VERSION
#define THRUM_PATCH_NUMBER 0
