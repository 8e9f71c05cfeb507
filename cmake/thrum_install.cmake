# Installation: the headers merged under include/, and a package whose components tbb and cuda have their dependencies
# to themselves. Nothing of it depends on the architecture.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(thrum_config_dir ${CMAKE_INSTALL_DATADIR}/cmake/thrum)

install(TARGETS thrum EXPORT thrum_targets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT thrum_targets NAMESPACE thrum:: FILE thrum-targets.cmake DESTINATION ${thrum_config_dir})
foreach(component IN ITEMS tbb cuda)
  if(TARGET thrum_${component})
    install(TARGETS thrum_${component} EXPORT thrum_${component}_targets)
    install(EXPORT thrum_${component}_targets NAMESPACE thrum:: FILE thrum-${component}-targets.cmake
      DESTINATION ${thrum_config_dir})
  endif()
endforeach()

configure_package_config_file(cmake/thrum-config.cmake.in thrum-config.cmake
  INSTALL_DESTINATION ${thrum_config_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(thrum-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/thrum-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/thrum-config-version.cmake
  cmake/thrum-cuda-standard.cmake
  DESTINATION ${thrum_config_dir})
