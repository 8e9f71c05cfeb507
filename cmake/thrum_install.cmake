# Installation: the headers merged under include/, a package whose components tbb, omp, mpi and cuda have their dependencies to
# themselves, and the same for pkg-config. Nothing of it depends on the architecture, and all of it can be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# ---- CMake ----------------------------------------------------------------------------------------------------------

set(thrum_config_dir ${CMAKE_INSTALL_DATADIR}/cmake/thrum)

install(TARGETS thrum EXPORT thrum_targets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT thrum_targets NAMESPACE thrum:: FILE thrum-targets.cmake DESTINATION ${thrum_config_dir})
foreach(component IN ITEMS tbb omp mpi cuda)
  if(TARGET thrum_${component})
    install(TARGETS thrum_${component} EXPORT thrum_${component}_targets)
    install(EXPORT thrum_${component}_targets NAMESPACE thrum:: FILE thrum-${component}-targets.cmake
      DESTINATION ${thrum_config_dir})
  endif()
endforeach()

write_basic_package_version_file(thrum-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/thrum-config-version.cmake
  cmake/thrum-config.cmake
  cmake/thrum-cuda-standard.cmake
  cmake/thrum-module.cmake
  DESTINATION ${thrum_config_dir})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/module/thrum.cppm DESTINATION ${CMAKE_INSTALL_DATADIR}/thrum/module)

# ---- pkg-config -----------------------------------------------------------------------------------------------------
# There is none for CUDA: nvcc knows its own headers and libraries, and what is left is -DTHRUM_WITH_CUDA.

set(thrum_pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)
cmake_path(ABSOLUTE_PATH thrum_pkgconfig_dir BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE thrum_from)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${thrum_from}" OUTPUT_VARIABLE thrum_up_to_prefix)
set(thrum_pc_includedir "\${prefix}")
cmake_path(APPEND thrum_pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
set(thrum_pc_files thrum.pc)
if(THRUM_TBB)
  list(APPEND thrum_pc_files thrum-tbb.pc)
endif()
if(THRUM_OMP)
  list(APPEND thrum_pc_files thrum-omp.pc)
endif()
if(THRUM_MPI)
  list(APPEND thrum_pc_files thrum-mpi.pc)
endif()
foreach(file IN LISTS thrum_pc_files)
  configure_file(cmake/${file}.in ${file} @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${file} DESTINATION ${thrum_pkgconfig_dir})
endforeach()

# ---- Debuggers ------------------------------------------------------------------------------------------------------

install(DIRECTORY debugger DESTINATION ${CMAKE_INSTALL_DATADIR}/thrum
  FILES_MATCHING PATTERN *.py PATTERN *.natvis)
