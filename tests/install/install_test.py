#!/usr/bin/env python3
"""Builds and runs programs against an installed belay by every way that the installed tree offers."""
import json
import os
import pathlib
import platform
import shlex
import shutil
import unittest

from installed_tree import BUILD, InstalledTree, clean_environment, run

SOURCE = pathlib.Path(os.environ["BELAY_SOURCE"])
HERE = pathlib.Path(__file__).resolve().parent
COMPANIONS = ["acl_cblas", "acl_mdl", "acl_op_compiler", "acl_op_executor", "acl_rt",
              "acl_tdt_channel", "acl_tdt_queue", "ascend_dump", "msprofiler"]
PACKAGES = ["acllib", "atc", "compiler", "runtime", platform.machine() + "-linux"]
COMPILERS = {"c": ("CC", "CFLAGS", "-std=c11"), "cpp": ("CXX", "CXXFLAGS", "-std=c++17")}


class InstallTest(InstalledTree):
    def build_with_cmake(self, source, *options, env):
        build = self.new_folder()
        run(os.environ["CMAKE"], "-S", source, "-B", build, "-G", "Ninja", *options, env=env)
        run(os.environ["CMAKE"], "--build", build, env=env)
        return build

    def build_with_compiler(self, language, *options):
        compiler, flags, standard = COMPILERS[language]
        program = self.new_folder() / "program"
        run(os.environ[compiler], standard, "-Wall", "-Wextra", "-Werror", HERE / ("program." + language),
            "-o", program, *shlex.split(os.environ[flags]), *shlex.split(os.environ["LDFLAGS"]), *options)
        return program

    def test_layout(self):
        lib64 = self.root / "lib64"
        library = (lib64 / "libascendcl.so").resolve(strict=True)
        self.assertEqual(os.readlink(self.root / "lib"), "lib64")
        self.assertTrue((self.root / "bin").is_dir())
        self.assertTrue((self.root / "include/acl/ops/acl_cblas.h").is_file())
        for name in ["ascendcl"] + COMPANIONS:
            for folder in [lib64, lib64 / "stub"] + [self.root / p / "lib64/stub" for p in PACKAGES]:
                self.assertEqual((folder / ("lib%s.so" % name)).resolve(strict=True), library)
        for package in PACKAGES:
            self.assertTrue((self.root / package / "include/acl/acl.h").is_file())

    def test_every_public_header_is_installed(self):
        def headers(folder):
            return sorted(str(p.relative_to(folder)) for part in ("acl", "belay")
                          for p in (folder / part).rglob("*"))
        self.assertEqual(headers(self.root / "include"), headers(SOURCE / "include"))

    def test_no_file_names_the_place_it_came_from(self):
        for path in self.root.rglob("*"):
            # Programs of sanitized builds know their sources for their reports.
            if path.is_file() and path.suffix != ".so" and path.parent.name != "bin":
                text = path.read_text()
                for place in (str(SOURCE), str(BUILD), str(self.work), "/opt/belay"):
                    self.assertNotIn(place, text, path)

    def test_kernels_are_compiled_without_the_sources_of_belay(self):
        kernel = self.new_folder() / "kernel.cpp"
        kernel.write_text('#include "belay/kernel/kernel_operator.h"\n'
                          'extern "C" __global__ void fill(GM_ADDR x) { *x = 1; }\n')
        run(self.root / "bin/belay-kcc", "-o", kernel.with_suffix(".o"), kernel,
            env=clean_environment())
        self.assertTrue(kernel.with_suffix(".o").read_bytes().startswith(b"\x7fELF"))

    def test_single_operators_are_compiled(self):
        tensor = {"format": "ND", "shape": [4], "type": "float"}
        ops = self.new_folder() / "ops.json"
        ops.write_text(json.dumps([{"op": "Add", "name": "add", "input_desc": [tensor, tensor],
                                    "output_desc": [tensor]}]))
        for command in ("bin/atc", "bin/belay-atc", "atc/bin/atc", "compiler/bin/atc"):
            with self.subTest(command):
                models = self.new_folder()
                run(self.root / command, "--singleop=%s" % ops, "--output=%s" % models,
                    "--soc_version=Ascend910B4", env=clean_environment())
                self.assertTrue((models / "add.om").read_bytes().startswith(b"IMOD"))

    def test_kernels_are_compiled_when_something_has_changed(self):
        for generator in ("Ninja", "Unix Makefiles"):
            source = self.new_folder() / "with a space"
            shutil.copytree(HERE / "kernels", source)
            build = source / "build"
            run(os.environ["CMAKE"], "-S", source, "-B", build, "-G", generator,
                "-DCMAKE_PREFIX_PATH=%s" % self.root)

            def compiled():
                return "Compiling kernels" in run(os.environ["CMAKE"], "--build", build)

            with self.subTest(generator):
                self.assertTrue(compiled())
                files = [pathlib.Path(line) for line in (build / "names.txt").read_text().splitlines()]
                self.assertEqual(files, [build / "kernels.o", build / "a folder/other.kernels"])
                for path in files:
                    self.assertTrue(path.read_bytes().startswith(b"\x7fELF"))
                self.assertFalse(compiled())
                before = files[0].read_bytes()
                for changed in ("headers/value.h", "fill.cpp"):
                    (source / changed).write_text((source / changed).read_text().replace("1", "2")
                                                  .replace("x[i] = ", "x[i] = 4 * "))
                    self.assertTrue(compiled(), changed)
                    self.assertFalse(compiled())
                    self.assertNotEqual(files[0].read_bytes(), before)
                    before = files[0].read_bytes()

    def test_belay_add_kernels_says_what_is_wrong(self):
        for arguments, message in (("name", "SOURCES names no source"),
                                   ("name nothing SOURCES a.cpp", "'nothing' is no argument")):
            script = self.new_folder() / "CMakeLists.txt"
            script.write_text("cmake_minimum_required(VERSION 3.20)\nproject(other LANGUAGES CXX)\n"
                              "find_package(belay REQUIRED)\nbelay_add_kernels(%s)\n" % arguments)
            with self.subTest(arguments), self.assertRaisesRegex(AssertionError, message):
                self.build_with_cmake(script.parent, "-DCMAKE_PREFIX_PATH=%s" % self.root,
                                      env=clean_environment())

    def test_find_package(self):
        build = self.build_with_cmake(HERE / "find_package", "-DCMAKE_PREFIX_PATH=%s" % self.root,
                                      env=clean_environment())
        for language in COMPILERS:
            run(build / ("program_" + language))

    def test_find_package_refuses_another_version(self):
        script = self.new_folder() / "CMakeLists.txt"
        script.write_text("cmake_minimum_required(VERSION 3.16)\nproject(other LANGUAGES C)\n"
                          "find_package(belay 99 REQUIRED)\n")
        with self.assertRaisesRegex(AssertionError, 'with requested version "99"'):
            self.build_with_cmake(script.parent, "-DCMAKE_PREFIX_PATH=%s" % self.root,
                                  env=clean_environment())

    def test_examples_build_by_themselves(self):
        for example in sorted(p.parent for p in (SOURCE / "examples").glob("*/CMakeLists.txt")):
            build = self.build_with_cmake(example, env=self.environment)
            run(build / example.name)

    def test_pkg_config(self):
        env = {**clean_environment(), "PKG_CONFIG_PATH": str(self.root / "lib64/pkgconfig")}
        flags = shlex.split(run("pkg-config", "--cflags", "--libs", "belay", env=env))
        for language in COMPILERS:
            run(self.build_with_compiler(language, *flags), env=self.environment)

    def test_ddk_path_as_the_published_samples_use_it(self):
        for package in ("runtime", "acllib"):
            build = self.build_with_cmake(HERE / "ddk_path", "-DPACKAGE=" + package,
                                          env=self.environment)
            for language in COMPILERS:
                run(build / ("program_" + language), env=self.environment)

    def test_ascend_home_path_with_a_plain_compiler(self):
        home = self.environment["ASCEND_HOME_PATH"]
        for language in COMPILERS:
            program = self.build_with_compiler(language, "-I%s/include" % home, "-L%s/lib64" % home,
                                               "-lascendcl")
            run(program, env=self.environment)

    def test_npu_host_lib_with_a_plain_compiler(self):
        env = self.environment
        for language in COMPILERS:
            program = self.build_with_compiler(language, "-I%s/acllib/include" % env["DDK_PATH"],
                                               "-L" + env["NPU_HOST_LIB"], "-lascendcl")
            run(program, env=env)


if __name__ == "__main__":
    unittest.main()
