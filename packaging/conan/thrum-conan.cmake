# What Conan's generators for CMake cannot say of thrum's targets. They include this file when a project finds thrum,
# after they have made those targets that the package's options ask for.

include(CMakeFindDependencyMacro)
include("${CMAKE_CURRENT_LIST_DIR}/thrum-cuda-standard.cmake")

target_compile_features(thrum::thrum INTERFACE cxx_std_20)

if(TARGET thrum::tbb)
  # Conan's package, or the system's where the profile says that the platform has it.
  find_dependency(TBB CONFIG)
  target_link_libraries(thrum::tbb INTERFACE TBB::tbb)
endif()

if(TARGET thrum::mpi)
  # The machine's: the library of its old C++ interface is not needed.
  set(thrum_skip "${MPI_CXX_SKIP_MPICXX}")
  set(MPI_CXX_SKIP_MPICXX ON)
  find_dependency(MPI 3.0 COMPONENTS CXX)
  set(MPI_CXX_SKIP_MPICXX "${thrum_skip}")
  target_link_libraries(thrum::mpi INTERFACE MPI::MPI_CXX)
endif()

if(TARGET thrum::cuda)
  find_dependency(CUDAToolkit)
  target_link_libraries(thrum::cuda INTERFACE CUDA::cudart_static)
  thrum_require_cuda_20(thrum::cuda)
  # THRUM_LAMBDA is a host/device lambda, which nvcc has only with this option.
  target_compile_options(thrum::cuda INTERFACE
    $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--extended-lambda>)
endif()

foreach(thrum_component IN LISTS thrum_FIND_COMPONENTS)
  set(thrum_${thrum_component}_FOUND FALSE)
  if(TARGET thrum::${thrum_component})
    set(thrum_${thrum_component}_FOUND TRUE)
  elseif(thrum_FIND_REQUIRED_${thrum_component})
    set(thrum_FOUND FALSE)
    if(thrum_component MATCHES "^(tbb|omp|mpi|cuda)$")
      set(thrum_NOT_FOUND_MESSAGE "this thrum has no component '${thrum_component}': \
install it again with -o \"thrum/*:with_${thrum_component}=True\"")
    else()
      set(thrum_NOT_FOUND_MESSAGE "thrum has no component '${thrum_component}', only tbb, omp, mpi and cuda")
    endif()
    return()
  endif()
endforeach()
