# C++20 for a target that nvcc compiles: by the feature where CMake has it (3.26) and the project has the language, else by
# the option. The package does this when it is found, since the answer is the user's CMake's.
function(thrum_require_cuda_20 target)
  if("cuda_std_20" IN_LIST CMAKE_CUDA_COMPILE_FEATURES)
    target_compile_features(${target} INTERFACE $<BUILD_INTERFACE:cuda_std_20>)
  else()
    target_compile_options(${target} INTERFACE
      $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-std=c++20>>)
  endif()
endfunction()
