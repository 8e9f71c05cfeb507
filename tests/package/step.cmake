# One step of the package tests. STEP says which; WORK is where they install and build, BUILD is thrum's own build tree.

set(prefix ${WORK}/prefix)
set(bare_prefix ${WORK}/bare_prefix)
set(consumer ${CMAKE_CURRENT_LIST_DIR}/consumer)
set(with_tbb OFF)
if(TBB_DIR)
  set(with_tbb ON)
endif()

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER})
if(with_tbb)
  list(APPEND configure -DTBB_DIR=${TBB_DIR})
endif()

# Configures and builds the consumer project.
function(consume)
  file(REMOVE_RECURSE ${WORK}/${STEP})
  run(${configure} -S ${consumer} -B ${WORK}/${STEP} -DWITH_TBB=${with_tbb} ${ARGN})
  run(${CMAKE_COMMAND} --build ${WORK}/${STEP})
endfunction()

# Builds the consumer's source without CMake: sequential, so that it needs no library.
function(compile)
  file(MAKE_DIRECTORY ${WORK}/${STEP})
  run(${COMPILER} -std=c++20 ${ARGN} ${consumer}/main.cpp -o ${WORK}/${STEP}/consumer)
endfunction()

# A find_package that must fail, with the given words.
function(expect_not_found component words)
  file(REMOVE_RECURSE ${WORK}/${STEP})
  execute_process(
    COMMAND ${configure} -S ${consumer} -B ${WORK}/${STEP} -DMODE=find_package -DCOMPONENT=${component}
      -DCMAKE_PREFIX_PATH=${bare_prefix}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(result EQUAL 0 OR NOT output MATCHES "${words}")
    message(FATAL_ERROR "This should have failed with `${words}':\n${output}")
  endif()
endfunction()

if(STEP STREQUAL "install")
  file(REMOVE_RECURSE ${prefix})
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
elseif(STEP STREQUAL "install_without_components")
  file(REMOVE_RECURSE ${bare_prefix} ${WORK}/bare_build)
  run(${configure} -S ${SOURCE} -B ${WORK}/bare_build -DTHRUM_TBB=OFF -DTHRUM_CUDA=OFF
    -DTHRUM_BUILD_TESTS=OFF -DTHRUM_BUILD_EXAMPLES=OFF -DTHRUM_BUILD_BENCHMARKS=OFF)
  run(${CMAKE_COMMAND} --install ${WORK}/bare_build --prefix ${bare_prefix})
elseif(STEP STREQUAL "find_package")
  consume(-DMODE=find_package -DCMAKE_PREFIX_PATH=${prefix})
  run(${WORK}/${STEP}/consumer)
elseif(STEP STREQUAL "find_package_cuda")
  # Built and linked only: running it is a card's matter.
  consume(-DMODE=find_package -DCOMPONENT=cuda -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CUDA_COMPILER=${CUDA_COMPILER} -DCMAKE_CUDA_ARCHITECTURES=75-virtual)
elseif(STEP STREQUAL "add_subdirectory")
  consume(-DMODE=add_subdirectory -DTHRUM_SOURCE=${SOURCE})
  run(${WORK}/${STEP}/consumer)
elseif(STEP STREQUAL "plain_include")
  compile(-I ${prefix}/include)
  run(${WORK}/${STEP}/consumer)
elseif(STEP STREQUAL "source_tree")
  compile(-I ${SOURCE}/include -I ${SOURCE}/detail)
  run(${WORK}/${STEP}/consumer)
elseif(STEP STREQUAL "missing_component")
  expect_not_found(tbb "this thrum has no component 'tbb': install it again with -DTHRUM_TBB=ON")
elseif(STEP STREQUAL "unknown_component")
  expect_not_found(opencl "thrum has no component 'opencl', only tbb and cuda")
else()
  message(FATAL_ERROR "There is no step `${STEP}'.")
endif()
