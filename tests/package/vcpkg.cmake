# Makes the package of vcpkg's port by the steps of its portfile (vcpkg/run_port.cmake), compares it with an
# installation, and builds a program with it. WORK, SOURCE, GENERATOR, COMPILER and TBB_DIR are as for step.cmake; VERSION is thrum's.

cmake_minimum_required(VERSION 3.25)

set(work ${WORK}/vcpkg)
set(port ${SOURCE}/packaging/vcpkg/ports/thrum)
set(run_port ${CMAKE_CURRENT_LIST_DIR}/vcpkg/run_port.cmake)
set(root ${work}/root)
set(build ${root}/buildtrees/thrum/x64-linux-rel)
set(package ${root}/packages/thrum_x64-linux)
set(installed ${root}/installed/x64-linux)

file(REMOVE_RECURSE ${work})
set(ENV{CXX} ${COMPILER})
set(ENV{CMAKE_GENERATOR} ${GENERATOR})
# As if vcpkg's port of it were installed.
set(ENV{TBB_DIR} ${TBB_DIR})

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

# ---- The manifests of the port and of the project --------------------------------------------------------------------

foreach(manifest IN ITEMS ${port} ${SOURCE})
  file(READ ${manifest}/vcpkg.json json)
  foreach(key IN ITEMS name version license description)
    string(JSON ${key} GET "${json}" ${key})
  endforeach()
  if(NOT name STREQUAL "thrum" OR NOT version STREQUAL VERSION)
    message(FATAL_ERROR "${manifest}/vcpkg.json is of ${name} ${version}, and this is thrum ${VERSION}")
  endif()
  # Both have the features of the package, with the same dependencies.
  foreach(feature IN ITEMS cuda tbb)
    string(JSON dependency GET "${json}" features ${feature} dependencies 0)
    if(NOT dependency STREQUAL feature)
      message(FATAL_ERROR "${manifest}/vcpkg.json: the feature ${feature} needs the port ${feature}")
    endif()
  endforeach()
endforeach()
file(READ ${port}/vcpkg.json json)
string(JSON defaults GET "${json}" default-features 0)

# ---- The package, with the features that a user gets who names none --------------------------------------------------

run(${CMAKE_COMMAND} -DPORT_DIR=${port} -DROOT=${root} -DFEATURES=core,${defaults} -P ${run_port})

# The same files as an installation, where they belong in vcpkg, and nothing else in them but the way to the prefix.
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/plain)
file(GLOB_RECURSE expected RELATIVE ${work}/plain ${work}/plain/*)
file(GLOB_RECURSE actual RELATIVE ${package} ${package}/*)
list(REMOVE_ITEM actual share/thrum/copyright share/thrum/usage)
foreach(name IN LISTS expected)
  string(REPLACE "share/cmake/thrum/" "share/thrum/" there "${name}")
  if(NOT there IN_LIST actual)
    message(FATAL_ERROR "the port's package lacks ${there}")
  endif()
  list(REMOVE_ITEM actual ${there})
  if(name MATCHES "^include/")
    file(SHA256 ${work}/plain/${name} before)
    file(SHA256 ${package}/${there} after)
  else()
    file(READ ${work}/plain/${name} before)
    file(READ ${package}/${there} after)
  endif()
  foreach(text IN ITEMS before after)
    string(REPLACE "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n" "" ${text} "${${text}}")
    string(REGEX REPLACE "^prefix=[^\n]*\n+" "" ${text} "${${text}}")
    string(REGEX REPLACE "PACKAGE_PREFIX_DIR \"[$][^\n]*" "" ${text} "${${text}}")
  endforeach()
  if(NOT before STREQUAL after)
    message(FATAL_ERROR "${name} has changed on its way to ${there}:\n${after}")
  endif()
endforeach()
if(actual)
  message(FATAL_ERROR "an installation does not have ${actual}")
endif()

# ---- A program with it, by the lines that the package prints, after it was moved -------------------------------------

file(COPY ${package}/ DESTINATION ${installed})
file(REMOVE_RECURSE ${package})
file(STRINGS ${installed}/share/thrum/usage usage REGEX "^    ")
list(JOIN usage "\n" usage)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/consumer/main.cpp DESTINATION ${work}/consumer)
file(WRITE ${work}/consumer/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
add_executable(main main.cpp)
${usage}\n")
set(configure ${CMAKE_COMMAND} -S ${work}/consumer -B ${work}/consumer/build)
run(${configure} -DCMAKE_PREFIX_PATH=${installed})
run(${CMAKE_COMMAND} --build ${work}/consumer/build)
run(${work}/consumer/build/main)

# ---- Without oneTBB, and what is wrong -------------------------------------------------------------------------------

set(bare ${work}/bare)
run(${CMAKE_COMMAND} -DPORT_DIR=${port} -DROOT=${bare} -DFEATURES=core -P ${run_port})
expect_words("this thrum has no component 'tbb'"
  ${configure} -Dthrum_DIR=${bare}/packages/thrum_x64-linux/share/thrum)

file(COPY ${port} DESTINATION ${work}/copied/a/b/c)
expect_words("thrum's port builds the source tree that it lies in"
  ${CMAKE_COMMAND} -DPORT_DIR=${work}/copied/a/b/c/thrum -DROOT=${work}/copied/root -DFEATURES=core
  -P ${run_port})
