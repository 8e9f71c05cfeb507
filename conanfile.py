from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout


class ThrumConan(ConanFile):
    name = "thrum"
    version = "0.1.0"
    description = "Parallel algorithms in the shape of Thrust and the STL: sequential, oneTBB and CUDA"
    license = "Apache-2.0 WITH LLVM-exception"
    topics = ("parallel", "algorithms", "cuda", "tbb", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    # CUDA's toolkit is the machine's: no package brings it.
    options = {"tbb": [True, False], "cuda": [True, False]}
    default_options = {"tbb": True, "cuda": False}
    exports_sources = "CMakeLists.txt", "cmake/*", "include/*", "detail/*", "LICENSE"
    no_copy_source = True

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.tbb:
            self.requires("onetbb/[>=2021.5 <2023]", transitive_headers=True, transitive_libs=True)

    def package_id(self):
        # The headers are the same on every machine; the components are not.
        self.info.settings.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["THRUM_TBB"] = bool(self.options.tbb)
        toolchain.variables["THRUM_CUDA"] = bool(self.options.cuda)
        for part in ("TESTS", "EXAMPLES", "BENCHMARKS"):
            toolchain.variables[f"THRUM_BUILD_{part}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        CMake(self).configure()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "thrum")
        thrum = self.cpp_info.components["thrum"]
        thrum.set_property("cmake_target_name", "thrum::thrum")
        if self.options.tbb:
            tbb = self.cpp_info.components["tbb"]
            tbb.set_property("cmake_target_name", "thrum::tbb")
            tbb.defines = ["THRUM_WITH_TBB"]
            tbb.requires = ["thrum", "onetbb::libtbb"]
        if self.options.cuda:
            cuda = self.cpp_info.components["cuda"]
            cuda.set_property("cmake_target_name", "thrum::cuda")
            cuda.defines = ["THRUM_WITH_CUDA"]
            cuda.requires = ["thrum"]
