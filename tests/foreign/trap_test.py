#!/usr/bin/env python3
"""No call inside belay ends in an application's symbol of the same name.

Takes every name of fmt, spdlog and the JSON library inside libascendcl.so and makes a program that
exports all of them: functions that crash, and data of other content. Then the library must work in
that program as ever. A library with visible fmt shows that the traps do catch.

Usage: trap_test.py LIBRARY WORKLOAD_SOURCE INCLUDE_FOLDER; compilers and flags in the environment.
"""
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

LIBRARY, HERE, INCLUDE = (pathlib.Path(argument) for argument in sys.argv[1:4])
BUNDLED = re.compile(r"(3fmt|6spdlog|8nlohmann)")
# Kinds of nm, and the names of objects that the compiler makes, which may have any kind.
DATA_KINDS = "dDbBrRvVu"
COMPILER_DATA = re.compile(r"_ZT|_ZGV")

# An instruction that no processor executes.
TRAP = {"x86_64": "ud2", "aarch64": "udf #0"}


def names_in(library):
    """Bundled libraries' names in the symbol table of a library: (functions, data)."""
    out = subprocess.run(["nm", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    symbols = [line.split()[-2:] for line in out.splitlines() if len(line.split()) == 3]
    ours = [(kind, name) for kind, name in symbols if BUNDLED.search(name) and "." not in name]
    data = {name for kind, name in ours if kind in DATA_KINDS or COMPILER_DATA.match(name)}
    return sorted({name for _, name in ours} - data), sorted(data)


def traps(functions, data):
    """Assembly that defines all names: functions that crash, data full of ones."""
    lines = [".text"]
    for name in functions:
        lines += [".globl %s" % name, ".type %s, @function" % name, "%s:" % name]
    lines += [TRAP[platform.machine()], ".data", ".balign 16"]
    for name in data:
        lines += [".globl %s" % name, ".type %s, @object" % name, "%s:" % name]
    lines += [".fill 4096, 1, 0xff", '.section .note.GNU-stack,"",@progbits', ""]
    return "\n".join(lines)


class TrapTest(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)

    def build(self, output, *arguments):
        command = [os.environ["CXX"], "-std=c++17", "-DFMT_HEADER_ONLY", "-O1", "-fPIC", "-o", output,
                   *shlex.split(os.environ["CXXFLAGS"]), *arguments,
                   *shlex.split(os.environ["LDFLAGS"])]
        subprocess.run([str(word) for word in command], check=True)

    def program_with_traps(self, library, source, *names):
        assembly = self.work / "traps.s"
        assembly.write_text(traps(*names))
        program = self.work / "program"
        self.build(program, "-I", INCLUDE, source, assembly, library, "-rdynamic",
                   "-Wl,-rpath," + str(library.parent))
        return program

    def test_belay_takes_no_name_from_the_application(self):
        functions, data = names_in(LIBRARY)
        self.assertGreater(len(functions), 100, "the library has its symbol table")
        program = self.program_with_traps(LIBRARY, HERE / "workload.cpp", functions, data)
        config = self.work / "acl.json"
        config.write_text('{"err_msg_mode": "1"}')
        for log in ({"ASCEND_PROCESS_LOG_PATH": str(self.work / "log")}, {}):
            done = subprocess.run([program, config], env={**os.environ, "BELAY_LOG": "trace", **log},
                                  stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a line of the application", done.stderr)

    def test_the_traps_catch_a_library_with_visible_fmt(self):
        library = self.work / "libexposed.so"
        self.build(library, "-shared", "-fvisibility=default", HERE / "exposed.cpp")
        free = self.program_with_traps(library, HERE / "exposed_main.cpp", [], [])
        self.assertEqual(subprocess.run([free]).returncode, 0)
        caught = self.program_with_traps(library, HERE / "exposed_main.cpp", *names_in(library))
        done = subprocess.run([caught], stderr=subprocess.DEVNULL)
        self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
