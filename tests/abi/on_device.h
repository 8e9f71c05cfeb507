#pragma once

#include <thrum/device_vector.h>

// Defined in the .cu.
void double_on_device(thrum::device_vector<float>& values);
thrum::device_vector<float> sorted_on_device(thrum::device_vector<float> values);

// Defined in the .cpp, called by the .cu.
void append(thrum::device_vector<float>& values, float value);
