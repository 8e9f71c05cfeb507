# Writes module/thrum.cppm into the build: it includes all public headers for hosts.

set(thrum_includes ${thrum_headers})
list(FILTER thrum_includes INCLUDE REGEX "/include/thrum/.*\\.h$")
list(FILTER thrum_includes EXCLUDE REGEX "/include/thrum/(cuda/|system/|(tbb|omp|mpi)\\.h$)|/detail/")
list(SORT thrum_includes)
list(TRANSFORM thrum_includes REPLACE "^.*/include/thrum/(.*)$" "#include <thrum/\\1>")
list(JOIN thrum_includes "\n" thrum_includes)
configure_file(${CMAKE_CURRENT_LIST_DIR}/thrum.cppm.in ${PROJECT_BINARY_DIR}/module/thrum.cppm @ONLY)
include(${CMAKE_CURRENT_LIST_DIR}/thrum-module.cmake)
