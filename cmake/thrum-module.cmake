# The C++20 module of the library, for projects that import it.

# thrum_add_module(<target> [<library>...])
# Adds the library <target> of the module thrum, compiled with the flags of the project. Programs that link it may say
# `import thrum;`. The libraries are thrum::tbb, thrum::omp or thrum::mpi, whose policies the module then has. Needs CMake 3.28, a
# generator that knows modules (Ninja, Visual Studio) and a compiler that can compile the module. clang++ 19 and 22 can; clang++ 16
# refuses it, g++ 12 ends with an internal error.
function(thrum_add_module target)
  if(CMAKE_VERSION VERSION_LESS 3.28)
    message(FATAL_ERROR "thrum: modules need CMake 3.28 or newer, this is ${CMAKE_VERSION}; include the headers instead")
  endif()
  if((CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 17) OR
     (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13))
    message(FATAL_ERROR "thrum: ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} cannot compile the module; "
      "take clang++ 19 or newer, or include the headers instead")
  endif()
  # Of an installed package, of one that vcpkg has moved to share/thrum, or of a source tree.
  set(here ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  find_path(thrum_module_directory thrum.cppm NO_DEFAULT_PATH NO_CACHE REQUIRED
    PATHS ${here}/../../thrum/module ${here}/module ${thrum_BINARY_DIR}/module)
  cmake_path(NORMAL_PATH thrum_module_directory)
  set(module ${thrum_module_directory}/thrum.cppm)
  add_library(${target} STATIC)
  target_sources(${target} PUBLIC FILE_SET CXX_MODULES BASE_DIRS ${thrum_module_directory} FILES ${module})
  target_link_libraries(${target} PUBLIC thrum::thrum ${ARGN})
endfunction()
