#!/usr/bin/env python3
"""Tests the command belay-kcc: what it writes, what it says, and its exit status.

Usage: command_test.py BELAY_KCC
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())

KERNEL = """#include "belay/kernel/kernel_operator.h"
#include "shared.h"
extern "C" __global__ __aicore__ void fill(GM_ADDR x, int n) {
    for (int i = 0; i < n; ++i) x[i] = VALUE;
}
"""


class Command(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        (self.folder / "headers").mkdir()
        (self.folder / "headers/shared.h").write_text("// shared\n")
        (self.folder / "fill.cpp").write_text(KERNEL)

    def run_command(self, *arguments):
        return subprocess.run([COMMAND, *arguments], cwd=self.folder, capture_output=True, text=True)

    def test_writes_the_file_and_what_it_depends_on(self):
        done = self.run_command("-o", "fill.o", "-Iheaders", "-DVALUE=3", "-O3", "-g", "--depfile",
                                "fill.d", "fill.cpp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.folder / "fill.o").read_bytes().startswith(b"\x7fELF"))
        dependencies = (self.folder / "fill.d").read_text()
        self.assertTrue(dependencies.startswith("fill.o:"))
        for name in ("fill.cpp", "headers/shared.h", "kernel_operator.h"):
            self.assertIn(name, dependencies)

    def test_takes_several_sources(self):
        (self.folder / "other.cpp").write_text(KERNEL.replace("fill", "other"))
        done = self.run_command("-O0", "-O2", "-Iheaders", "-DVALUE=1", "fill.cpp", "other.cpp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        written = (self.folder / "kernels.o").read_bytes()
        for name in (b".ascend.meta.fill", b".ascend.meta.other"):
            self.assertIn(name, written)

    def test_dependencies_may_have_spaces_in_their_names(self):
        (self.folder / "a folder").mkdir()
        (self.folder / "headers/shared.h").rename(self.folder / "a folder/shared.h")
        done = self.run_command("-o", "the file.o", "-Ia folder", "-DVALUE=3", "--depfile", "fill.d",
                                "fill.cpp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        dependencies = (self.folder / "fill.d").read_text()
        self.assertTrue(dependencies.startswith("the\\ file.o:"))
        self.assertIn("a\\ folder/shared.h", dependencies)

    def test_names_what_the_library_does_not_have(self):
        (self.folder / "vector.cpp").write_text(
            '#include "kernel_operator.h"\n__global__ void k(GM_ADDR x) {\n'
            "    AscendC::TPipe pipe;\n}\n")
        done = self.run_command("vector.cpp")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("vector.cpp:3: AscendC::TPipe is not part of belay's kernel library yet",
                      done.stderr)

    def test_refuses_a_launch(self):
        (self.folder / "launch.cpp").write_text(KERNEL + "void f(void* s) { fill<<<8, nullptr, s>>>(0, 1); }")
        done = self.run_command("-Iheaders", "-DVALUE=3", "launch.cpp")
        self.assertEqual(done.returncode, 1)
        self.assertIn("launch.cpp:6: a launch with <<<...>>>", done.stderr)

    def test_the_compiler_is_chosen_by_option_or_variable(self):
        done = self.run_command("--compiler", "no-such-compiler", "fill.cpp")
        self.assertEqual(done.returncode, 1)
        self.assertIn("'no-such-compiler' cannot be started", done.stderr)
        environment = {**os.environ, "BELAY_KCC_COMPILER": "another-missing-one"}
        done = subprocess.run([COMMAND, "fill.cpp"], cwd=self.folder, capture_output=True, text=True,
                              env=environment)
        self.assertIn("'another-missing-one' cannot be started", done.stderr)

    def test_says_what_is_wrong_and_writes_nothing(self):
        done = self.run_command("-o", "fill.o", "-Iheaders", "fill.cpp")
        self.assertEqual(done.returncode, 1)
        self.assertIn("fill.cpp:4", done.stderr)
        self.assertIn("VALUE", done.stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["fill.cpp", "headers"])

    def test_keeps_an_older_file_when_it_fails(self):
        (self.folder / "fill.o").write_text("older")
        self.assertEqual(self.run_command("-o", "fill.o", "-Iheaders", "fill.cpp").returncode, 1)
        self.assertEqual((self.folder / "fill.o").read_text(), "older")

    def test_writes_an_object_to_link_a_program_with(self):
        (self.folder / "main.cpp").write_text(
            "#include <cstdio>\n"
            'extern "C" void fill(unsigned char*, int);\n'
            "extern unsigned long counter;\n"
            'int main() { std::printf("%d %lu", &fill != nullptr, counter); }\n')
        with (self.folder / "fill.cpp").open("a") as source:
            source.write("__gm__ unsigned long counter = 5;\n")
        done = self.run_command("-o", "fill.o", "--host-object", "host.o", "-Iheaders", "-DVALUE=3",
                                "fill.cpp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        subprocess.run(["g++", "main.cpp", "host.o", "-o", "main"], cwd=self.folder, check=True)
        ran = subprocess.run(["./main"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (0, "1 0"))

    def test_as_many_compilers_run_as_wanted(self):
        for name in ("one", "two", "three"):
            (self.folder / (name + ".cpp")).write_text(KERNEL.replace("fill", name))
        files = []
        for jobs in ("1", "3"):
            done = self.run_command("-o", "all.o", "-Iheaders", "-DVALUE=3", "-j", jobs, "one.cpp", "two.cpp", "three.cpp")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            files.append((self.folder / "all.o").read_bytes())
        self.assertEqual(files[0], files[1])
        done = self.run_command("-j", "0", "one.cpp")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--jobs", done.stderr)

    def test_first_of_several_mistakes_is_told(self):
        for index in range(6):
            (self.folder / f"bad{index}.cpp").write_text("int mistake = nothing;\n")
        done = self.run_command("-j", "4", *(f"bad{index}.cpp" for index in range(6)))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("bad0.cpp", done.stderr)
        self.assertNotIn("bad5.cpp", done.stderr)

    def test_tells_how_it_is_used(self):
        done = self.run_command("--help")
        self.assertEqual(done.returncode, 0)
        for option in ("--output", "--include", "--define", "-O", "-g", "--compiler", "--depfile", "--host-object", "--jobs"):
            self.assertIn(option, done.stdout)

    def test_needs_sources(self):
        done = self.run_command("-o", "fill.o")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("sources", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
