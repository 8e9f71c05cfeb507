# Makes the package for Conan and builds a program with it, by the commands and the files that docs/packages.md prints,
# in a cache of its own. WORK, SOURCE, GENERATOR, COMPILER, TBB_DIR and CUDA_COMPILER are as for step.cmake.

cmake_minimum_required(VERSION 3.25)

find_program(conan conan)
if(NOT conan)
  message("skipped: there is no conan on this machine (pip install 'conan>=2')")
  return()
endif()

set(work ${WORK}/conan)
set(app ${work}/app)

file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${app})
set(ENV{CONAN_HOME} ${work}/home)
set(ENV{CXX} ${COMPILER})
set(ENV{CMAKE_GENERATOR} ${GENERATOR})
set(ENV{TBB_DIR} ${TBB_DIR})

# read_fences(<heading> <language>): what a section of the page has between its fences of a language, as the variables
# <language>_1, <language>_2, ...
function(read_fences heading language)
  file(READ ${SOURCE}/docs/packages.md page)
  string(FIND "\n${page}" "\n${heading}\n" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "docs/packages.md has no section `${heading}'")
  endif()
  string(SUBSTRING "${page}" ${begin} -1 page)
  string(FIND "${page}" "\n## " end)
  string(SUBSTRING "${page}" 0 ${end} page)
  foreach(number RANGE 1 9)
    if(NOT page MATCHES "\n```${language}\n([^`]*)```\n")
      break()
    endif()
    set(${language}_${number} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    string(FIND "${page}" "${CMAKE_MATCH_0}" begin)
    string(LENGTH "${CMAKE_MATCH_0}" length)
    math(EXPR begin "${begin} + ${length} - 1")
    string(SUBSTRING "${page}" ${begin} -1 page)
  endforeach()
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(run_in ${app})

read_fences("# Packages" cpp)
read_fences("## Conan" sh)
read_fences("## Conan" ini)
read_fences("## Conan" cmake)
if(NOT (cpp_1 AND sh_1 AND sh_2 AND ini_1 AND ini_2 AND cmake_1))
  message(FATAL_ERROR "docs/packages.md lacks a program, a command or a file of the section on Conan")
endif()
set(install ${conan} install . -s compiler.cppstd=20)

# ---- The page's commands ---------------------------------------------------------------------------------------------
# With the oneTBB of the system, for ConanCenter need not be in reach. Nothing is optimised, and nothing is built in the
# source tree.

run(${conan} profile detect)
run(${conan} remote disable *)
file(READ ${work}/home/profiles/default detected)
file(APPEND ${work}/home/profiles/default "\n${ini_2}")
file(WRITE ${work}/home/global.conf "tools.cmake.cmake_layout:test_folder=${work}/test_package
tools.cmake.cmaketoolchain:generator=${GENERATOR}
tools.cmake.cmaketoolchain:extra_variables={'CMAKE_CXX_FLAGS_RELEASE': ''}\n")

file(CREATE_LINK ${SOURCE} ${app}/thrum SYMBOLIC)
file(WRITE ${app}/app.cpp "${cpp_1}")
file(WRITE ${app}/conanfile.txt "${ini_1}")
# The target of the headers alone has nothing of the components.
file(WRITE ${app}/alone.cpp "#include <thrum/version.h>\n#if defined(THRUM_WITH_TBB)\n#error\n#endif\n")
file(WRITE ${app}/CMakeLists.txt
  "${cmake_1}add_library(alone OBJECT alone.cpp)\ntarget_link_libraries(alone PRIVATE thrum::thrum)\n")
run(bash -euc "${sh_1}")
run(bash -euc "${sh_2}")

# ---- What is wrong ---------------------------------------------------------------------------------------------------

expect_words("Current cppstd (17) is lower than the required C++ standard (20)"
  ${conan} install . -s compiler.cppstd=17)
expect_words("thrum needs gcc 11 or newer, and this is gcc 10" ${install} -s compiler=gcc -s compiler.version=10)
expect_words("'maybe' is not a valid 'options.with_tbb' value" ${install} -o thrum/*:with_tbb=maybe)

run(${install} -o thrum/*:with_tbb=False)
expect_words([[this thrum has no component 'tbb': install it again with -o "thrum/*:with_tbb=True"]]
  ${CMAKE_COMMAND} --preset conan-release)
string(REPLACE "COMPONENTS tbb" "COMPONENTS opencl" wrong "${cmake_1}")
file(WRITE ${app}/CMakeLists.txt "${wrong}")
expect_words("thrum has no component 'opencl', only tbb, omp, mpi and cuda" ${CMAKE_COMMAND} --preset conan-release)

# ---- OpenMP, with the compiler's flag --------------------------------------------------------------------------------

string(REPLACE "tbb" "omp" omp_project "${cmake_1}")
file(WRITE ${app}/CMakeLists.txt "${omp_project}")
run(${install} -o thrum/*:with_tbb=False -o thrum/*:with_omp=True)
run(${CMAKE_COMMAND} --preset conan-release)
run(${CMAKE_COMMAND} --build --preset conan-release)
run(${app}/build/Release/app)

# ---- MPI, the machine's ------------------------------------------------------------------------------------------------

if(MPI)
  string(REPLACE "tbb" "mpi" mpi_project "${cmake_1}")
  file(WRITE ${app}/CMakeLists.txt "${mpi_project}")
  file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/consumer/ranks.cpp ${app}/app.cpp)
  run(${install} -o thrum/*:with_tbb=False -o thrum/*:with_mpi=True)
  run(${CMAKE_COMMAND} --preset conan-release)
  run(${CMAKE_COMMAND} --build --preset conan-release)
  run(${app}/build/Release/app)
  file(WRITE ${app}/app.cpp "${cpp_1}")
endif()

# ---- oneTBB as Conan's own package -----------------------------------------------------------------------------------

file(WRITE ${work}/home/profiles/default "${detected}")
run(${conan} create ${CMAKE_CURRENT_LIST_DIR}/conan/onetbb)
file(WRITE ${app}/CMakeLists.txt "${cmake_1}")
run(bash -euc "${sh_2}")

# ---- CUDA: built and linked only, for running it is a card's matter --------------------------------------------------

if(CUDA_COMPILER)
  # A lambda of host and device, C++20 and the runtime: what the target has to bring. The algorithms would take seconds.
  file(WRITE ${app}/app.cu [[
#include <thrum/version.h>
#include <thrum/detail/base/config.h>
#include <concepts>
#if !defined(THRUM_WITH_CUDA)
#error
#endif
template <std::invocable<int> Body>
__global__ void call(Body body) { body(1); }
int main() { call<<<1, 1>>>(THRUM_LAMBDA(int) {}); }
]])
  file(WRITE ${app}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES CXX CUDA)
find_package(thrum REQUIRED COMPONENTS cuda)
add_executable(app app.cu)
target_link_libraries(app PRIVATE thrum::cuda)\n")
  # Without Conan's toolchain file: before CMake 3.26 it asks for a C++20 that CMake does not know of nvcc.
  run(${install} -g CMakeDeps -o thrum/*:with_tbb=False -o thrum/*:with_cuda=True)
  run(${CMAKE_COMMAND} -S . -B cuda -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${app}/build/Release/generators
    -DCMAKE_CUDA_COMPILER=${CUDA_COMPILER} -DCMAKE_CUDA_ARCHITECTURES=75-virtual)
  run(${CMAKE_COMMAND} --build cuda)
endif()
