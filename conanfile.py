import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load
from conan.tools.layout import basic_layout
from conan.tools.scm import Version

required_conan_version = ">=2.0"


class ThrumConan(ConanFile):
    _oldest_compilers = {"gcc": "11", "clang": "14"}  # as the headers themselves ask
    _scripts = "cmake/thrum-cuda-standard.cmake", "packaging/conan/thrum-conan.cmake"

    name = "thrum"
    description = "Parallel algorithms in the shape of Thrust and the STL: sequential, oneTBB, OpenMP and CUDA"
    license = "Apache-2.0 WITH LLVM-exception"
    topics = ("parallel", "algorithms", "thrust", "cuda", "tbb", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"with_tbb": [True, False], "with_omp": [True, False], "with_mpi": [True, False],
               "with_cuda": [True, False]}
    default_options = {"with_tbb": True, "with_omp": False, "with_mpi": False, "with_cuda": False}
    # The headers are the same for every setting and option: there is one package, of which options choose components.
    implements = ["auto_header_only"]
    exports_sources = "include/*", "detail/*", "LICENSE", *_scripts
    no_copy_source = True

    def set_version(self):
        project = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = self.version or re.search(r"\bVERSION (\d+\.\d+\.\d+)", project)[1]

    def layout(self):
        basic_layout(self)

    def requirements(self):
        if self.options.with_tbb:
            self.requires("onetbb/[>=2021.5 <2023]", transitive_headers=True, transitive_libs=True)

    def validate(self):
        check_min_cppstd(self, 20)
        compiler, version = str(self.settings.compiler), self.settings.compiler.version
        oldest = self._oldest_compilers.get(compiler)
        if oldest and Version(version) < oldest:
            raise ConanInvalidConfiguration(
                f"thrum needs {compiler} {oldest} or newer, and this is {compiler} {version}")

    def package(self):
        def copy_from(folder, pattern, to):
            copy(self, pattern, os.path.join(self.source_folder, folder), os.path.join(self.package_folder, to))

        copy_from("", "LICENSE", "licenses")
        for folder in "include", "detail":
            copy_from(folder, "*.h", "include")
            copy_from(folder, "*.cuh", "include")
        for script in self._scripts:
            copy_from(os.path.dirname(script), os.path.basename(script), "lib/cmake")

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "thrum")
        # A package's own target has all components, and would be called thrum::thrum unless told otherwise.
        self.cpp_info.set_property("cmake_target_name", "thrum::all_components")
        self.cpp_info.set_property("cmake_build_modules", [os.path.join("lib", "cmake", "thrum-conan.cmake")])
        self._component("thrum", "thrum")
        if self.options.with_tbb:
            # Where the profile's platform_requires say that the system has oneTBB, it is no dependency of Conan's.
            onetbb = ["onetbb::libtbb"] if "onetbb" in self.dependencies else []
            self._component("tbb", "thrum-tbb", "THRUM_WITH_TBB", ["thrum"] + onetbb)
        if self.options.with_omp:
            component = self._component("omp", "thrum-omp", "THRUM_WITH_OMP", ["thrum"])
            component.cxxflags = component.exelinkflags = component.sharedlinkflags = ["-fopenmp"]
        if self.options.with_mpi:
            self._component("mpi", "thrum-mpi", "THRUM_WITH_MPI", ["thrum"])
        if self.options.with_cuda:
            self._component("cuda", "thrum-cuda", "THRUM_WITH_CUDA", ["thrum"])

    def _component(self, name, pkg_config_name, define=None, requires=()):
        component = self.cpp_info.components[name]
        component.set_property("cmake_target_name", f"thrum::{name}")
        component.set_property("pkg_config_name", pkg_config_name)
        component.defines = [define] if define else []
        component.requires = list(requires)
        component.bindirs = component.libdirs = []
        return component
