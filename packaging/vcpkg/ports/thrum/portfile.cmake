# The port builds the source tree that it lies in.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)
if(NOT EXISTS "${SOURCE_PATH}/include/thrum/version.h")
  message(FATAL_ERROR "thrum's port builds the source tree that it lies in: "
    "give --overlay-ports the directory packaging/vcpkg/ports there, not a copy of it.")
endif()

# Headers are the same for a debug build.
set(VCPKG_BUILD_TYPE release)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
  FEATURES
    cuda THRUM_CUDA
    mpi THRUM_MPI
    omp THRUM_OMP
    tbb THRUM_TBB)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${FEATURE_OPTIONS})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/thrum)
vcpkg_fixup_pkgconfig()

# What vcpkg would print by itself leaves out find_package's components.
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
