from conan import ConanFile


class OneTBBConan(ConanFile):
    """The system's oneTBB with the names that ConanCenter's package of it has."""

    name = "onetbb"
    version = "2021.8.0"
    package_type = "shared-library"

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "TBB")
        tbb = self.cpp_info.components["libtbb"]
        tbb.set_property("cmake_target_name", "TBB::tbb")
        tbb.set_property("pkg_config_name", "tbb")
        tbb.includedirs = tbb.libdirs = tbb.bindirs = []
        tbb.system_libs = ["tbb"]
