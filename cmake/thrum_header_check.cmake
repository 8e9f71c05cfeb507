# thrum_header_check: every header compiles alone, in the configurations that this build has. Not part of `all`.

# Writes a file that includes the given headers by the names that users write.
function(thrum_write_includes file headers)
  list(TRANSFORM headers REPLACE "^.*/(include|detail)/thrum/(.*)$" "#include <thrum/\\2>\n")
  list(JOIN headers "" lines)
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}" @ONLY)
endfunction()

# One translation unit for each header, compiled with the given libraries.
function(thrum_check_headers target extension headers)
  set(sources)
  foreach(header IN LISTS headers)
    cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
    string(MAKE_C_IDENTIFIER ${name} name)
    set(source ${PROJECT_BINARY_DIR}/header_check/${target}/${name}.${extension})
    thrum_write_includes(${source} ${header})
    list(APPEND sources ${source})
  endforeach()
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${sources})
  target_link_libraries(${target} PRIVATE thrum::thrum thrum_warnings ${ARGN})
  add_dependencies(thrum_header_check ${target})
endfunction()

add_custom_target(thrum_header_check)
set(thrum_check_seq ${thrum_headers})
list(FILTER thrum_check_seq EXCLUDE REGEX "\\.cuh$|/cuda/|/tbb(\\.h|/)")

thrum_check_headers(thrum_header_check_seq cpp "${thrum_check_seq}")
if(THRUM_TBB)
  # The tests compile the others with oneTBB, all at once.
  set(thrum_check_tbb ${thrum_headers})
  list(FILTER thrum_check_tbb INCLUDE REGEX "/tbb(\\.h|/)")
  thrum_check_headers(thrum_header_check_tbb cpp "${thrum_check_tbb}" thrum::tbb)
endif()
if(THRUM_CUDA)
  set(thrum_check_cuda ${thrum_headers})
  list(FILTER thrum_check_cuda INCLUDE REGEX "\\.cuh$")
  thrum_check_headers(thrum_header_check_cuda cu "${thrum_check_cuda}" thrum::cuda)
  set(thrum_check_runtime ${thrum_headers})
  list(FILTER thrum_check_runtime INCLUDE REGEX "/cuda/.*\\.h$")
  thrum_check_headers(thrum_header_check_runtime cpp "${thrum_check_runtime}" thrum::cuda)
  # nvcc takes seconds for a file, so it sees all other headers at once; and so does the host compiler of a CUDA program.
  foreach(extension IN ITEMS cu cpp)
    set(source ${PROJECT_BINARY_DIR}/header_check/all_headers.${extension})
    thrum_write_includes(${source} "${thrum_check_seq};${thrum_check_runtime}")
    target_sources(thrum_header_check_cuda PRIVATE ${source})
  endforeach()
endif()
