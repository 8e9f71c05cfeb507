# The options, and what they need of the machine. Without any, there is the library alone: nothing is compiled. A
# subproject installs nothing, and has OpenMP, MPI and CUDA only when it asks for them.

option(THRUM_INSTALL "Install the headers and the package" ${PROJECT_IS_TOP_LEVEL})
option(THRUM_BUILD_TESTS "Build the tests (they need doctest)" OFF)
option(THRUM_BUILD_FUZZERS "Build the fuzzers (they need clang++)" OFF)
option(THRUM_BUILD_EXAMPLES "Build the examples (they need CLI11 and stb)" OFF)
option(THRUM_BUILD_BENCHMARKS "Build the benchmarks (they need Google Benchmark)" OFF)

# ---- oneTBB ---------------------------------------------------------------------------------------------------------

find_package(TBB QUIET CONFIG)
option(THRUM_TBB "The policy thrum::tbb::par and the target thrum::tbb" ${TBB_FOUND})
if(THRUM_TBB AND NOT TBB_FOUND)
  message(FATAL_ERROR "thrum: THRUM_TBB is ON, but oneTBB was not found. "
    "Install it (libtbb-dev, tbb-devel, brew tbb), set TBB_DIR, or configure with -DTHRUM_TBB=OFF.")
elseif(NOT THRUM_TBB)
  message(STATUS "thrum: without oneTBB, and so without the target thrum::tbb")
endif()

# ---- OpenMP ---------------------------------------------------------------------------------------------------------

if(PROJECT_IS_TOP_LEVEL OR THRUM_OMP)
  find_package(OpenMP QUIET COMPONENTS CXX)
endif()
set(thrum_omp_default OFF)
if(OpenMP_CXX_FOUND)
  set(thrum_omp_default ON)
endif()
option(THRUM_OMP "The policy thrum::omp::par and the target thrum::omp" ${thrum_omp_default})
if(THRUM_OMP AND NOT OpenMP_CXX_FOUND)
  message(FATAL_ERROR "thrum: THRUM_OMP is ON, but the C++ compiler has no OpenMP. "
    "Install it (g++ has it, clang++ needs libomp-dev, libomp-devel, brew libomp), or configure with -DTHRUM_OMP=OFF.")
elseif(NOT THRUM_OMP)
  message(STATUS "thrum: without OpenMP, and so without the target thrum::omp")
endif()

# ---- MPI ------------------------------------------------------------------------------------------------------------
# The C interface: the old C++ one, whose library some MPIs link, is not used.

if(PROJECT_IS_TOP_LEVEL OR THRUM_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI 3.0 QUIET COMPONENTS CXX)
endif()
set(thrum_mpi_default OFF)
if(MPI_CXX_FOUND)
  set(thrum_mpi_default ON)
endif()
option(THRUM_MPI "The header thrum/mpi.h and the target thrum::mpi" ${thrum_mpi_default})
if(THRUM_MPI AND NOT MPI_CXX_FOUND)
  message(FATAL_ERROR "thrum: THRUM_MPI is ON, but MPI was not found. "
    "Install it (libopenmpi-dev, openmpi-devel, brew open-mpi), set MPI_HOME, or configure with -DTHRUM_MPI=OFF.")
elseif(NOT THRUM_MPI)
  message(STATUS "thrum: without MPI, and so without the target thrum::mpi")
endif()

# ---- CUDA -----------------------------------------------------------------------------------------------------------
# The library needs the toolkit's headers and runtime alone; our own programs need the language.

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND PROJECT_IS_TOP_LEVEL)
  # The toolkit's installer does not put nvcc on the PATH.
  find_program(thrum_nvcc nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin NO_CACHE)
  if(thrum_nvcc)
    set(ENV{CUDACXX} "${thrum_nvcc}")
  endif()
endif()

# The cards of this machine; without one, code that any card from Turing on can run. The user's choice comes first.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS} AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
  find_program(thrum_nvidia_smi nvidia-smi NO_CACHE)
  if(thrum_nvidia_smi)
    execute_process(COMMAND "${thrum_nvidia_smi}" --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE thrum_cards ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" thrum_cards "${thrum_cards}")
    if(thrum_cards)
      list(REMOVE_DUPLICATES thrum_cards)
      string(REPLACE "." "" CMAKE_CUDA_ARCHITECTURES "${thrum_cards}")
    endif()
  endif()
endif()

if(NOT DEFINED THRUM_CUDA)
  set(thrum_cuda_default OFF)
  if(PROJECT_IS_TOP_LEVEL AND (CMAKE_CUDA_COMPILER OR DEFINED ENV{CUDACXX}))
    set(thrum_nvcc_found ${CMAKE_CUDA_COMPILER} $ENV{CUDACXX})
    include(CheckLanguage)
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
      set(thrum_cuda_default ON)
    else()
      message(WARNING "thrum: ${thrum_nvcc_found} does not work on this machine, so THRUM_CUDA is OFF. "
        "The host compiler may be too new for it: CMAKE_CUDA_HOST_COMPILER names another one.")
    endif()
  endif()
endif()
option(THRUM_CUDA "The policy thrum::cuda::par and the target thrum::cuda" ${thrum_cuda_default})

if(THRUM_CUDA)
  if(THRUM_BUILD_TESTS OR THRUM_BUILD_EXAMPLES OR THRUM_BUILD_BENCHMARKS)
    enable_language(CUDA)
  endif()
  find_package(CUDAToolkit REQUIRED)
endif()

# The project's own programs alone: what is installed links the toolkit's runtime.
option(THRUM_EMULATED_CARD "Run our CUDA programs on the card in software of tests/emulator: no card is needed" OFF)
if(THRUM_EMULATED_CARD AND (NOT THRUM_CUDA OR CUDAToolkit_VERSION VERSION_LESS 13))
  message(WARNING "thrum: the emulated card needs THRUM_CUDA and a CUDA toolkit of version 13 or later, so THRUM_EMULATED_CARD is OFF.")
  set(THRUM_EMULATED_CARD OFF)
endif()
if(THRUM_EMULATED_CARD)
  if(NOT CMAKE_CUDA_ARCHITECTURES MATCHES "^[0-9]+-virtual(;[0-9]+-virtual)*$")
    message(FATAL_ERROR "thrum: the emulated card runs PTX, so that CMAKE_CUDA_ARCHITECTURES has to name virtual architectures "
      "alone, such as 75-virtual. It is ${CMAKE_CUDA_ARCHITECTURES}.")
  endif()
  # emulated_cudart takes its place.
  set(CMAKE_CUDA_RUNTIME_LIBRARY None)
endif()
