# What the project's own programs share: tests, examples and benchmarks. Every one of them is a single source that
# builds for the CPU, and again as CUDA where that is on.

# They include what they use, and compile faster by it. Programs over Thrust (tests/migration), of packages and of users are
# without this.
add_compile_definitions(THRUM_LEAN)

add_library(thrum_warnings INTERFACE)
target_compile_options(thrum_warnings INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall;-Wextra;-Wconversion;-Wshadow>
  $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow>)

# Faults of the emulated card name the line of the source. The card reads PTX as it is. Half of the optimisation: without any,
# functions are called, not inlined, and ten to twenty times as many instructions run; all of it takes a quarter longer to
# compile. A target with the property THRUM_COUNTED has all of it: costs are counted of what users run.
if(THRUM_EMULATED_CARD)
  target_compile_options(thrum_warnings INTERFACE
    $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-lineinfo;--compress-mode=none;$<$<NOT:$<BOOL:$<TARGET_PROPERTY:THRUM_COUNTED>>>:-Ofc=mid>>)
endif()

# A CUDA program ends with this status where there is no card, and CTest counts it as skipped.
set(THRUM_SKIPPED 77)

# thrum_needs_card(<test>...): tests that run on a card, or on the emulated one, whose label they then have.
function(thrum_needs_card)
  set_tests_properties(${ARGN} PROPERTIES SKIP_RETURN_CODE ${THRUM_SKIPPED})
  if(THRUM_EMULATED_CARD)
    set_property(TEST ${ARGN} APPEND PROPERTY LABELS emulated_card)
  endif()
endfunction()

# thrum_add_program(<name> <source> [CUDA] [LINK <libraries>...])
# The program <name>, and with CUDA, where the build has it, the program <name>_cuda from the same source.
function(thrum_add_program name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg CUDA "" LINK)
  cmake_path(ABSOLUTE_PATH source)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE thrum::thrum $<TARGET_NAME_IF_EXISTS:thrum::tbb> thrum_warnings ${arg_LINK})
  if(arg_CUDA AND THRUM_CUDA)
    # A source file has one language in a directory, so the second one is a line that includes the first.
    set(cuda_source ${CMAKE_CURRENT_BINARY_DIR}/${name}_cuda.cu)
    file(CONFIGURE OUTPUT ${cuda_source} CONTENT "#include \"${source}\"\n" @ONLY)
    add_executable(${name}_cuda ${cuda_source})
    target_link_libraries(${name}_cuda PRIVATE
      thrum::cuda $<TARGET_NAME_IF_EXISTS:thrum::tbb> thrum_warnings ${arg_LINK})
  endif()
endfunction()

# thrum_put_together(<includes> <namespaces> <prefix> <source>...): for one program of several sources, for which a compiler reads the
# headers once. Sets the variable <includes> to the includes of all, with their conditions, and <namespaces> to a namespace
# <prefix><name> for each, so that their names are apart. CMake runs again when a source changes.
function(thrum_put_together includes namespaces prefix)
  set(all_includes)
  set(all_namespaces)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} lines REGEX "^ *# *(include|if|ifdef|ifndef|elif|else|endif)")
    list(JOIN lines "\n" lines)
    string(APPEND all_includes "${lines}\n")
    cmake_path(GET source STEM name)
    string(APPEND all_namespaces "namespace ${prefix}${name} {\n#include \"${source}\"\n}\n")
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set(${includes} ${all_includes} PARENT_SCOPE)
  set(${namespaces} ${all_namespaces} PARENT_SCOPE)
endfunction()

set(THRUM_TEST_PART "" CACHE STRING "k/n: of the tests, one in n, from the k-th (k counts from 0); empty: all")
set(THRUM_TEST_REPEATS "" CACHE STRING
  "k/n: such a part of what repeats tests: with OpenMP, under CUDA without a card, more types under CUDA, more ranks, wrong calls by another compiler, each header of detail/ alone, \
the ways to install of docs/packages.md, the emulated card's own tests, programs over Thrust")

# thrum_keep_part(<list> <part>): keeps every n-th item of a list from the k-th, if the part is "k/n". An empty part keeps all.
function(thrum_keep_part list part)
  if(part STREQUAL "")
    return()
  endif()
  if(NOT part MATCHES "^([0-9]+)/([1-9][0-9]*)$" OR NOT CMAKE_MATCH_1 LESS CMAKE_MATCH_2)
    message(FATAL_ERROR "thrum: '${part}' is no part such as 0/3")
  endif()
  set(offset ${CMAKE_MATCH_1})
  set(stride ${CMAKE_MATCH_2})
  set(kept)
  set(index 0)
  foreach(item IN LISTS ${list})
    math(EXPR remainder "${index} % ${stride}")
    if(remainder EQUAL offset)
      list(APPEND kept ${item})
    endif()
    math(EXPR index "${index} + 1")
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()
