#!/usr/bin/env python3
"""Debugs a kernel with gdb: breakpoints, stepping, variables, and who has called it.

Usage: gdb_test.py PROGRAM KERNEL_FILE KERNEL_SOURCE
Where there is no gdb, or it may not debug, the exit status is 77 and the test counts as skipped.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM, KERNELS, SOURCE = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
del sys.argv[1:4]


def line_of(mark):
    lines = pathlib.Path(SOURCE).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith("// " + mark))


def debug(*commands):
    """What gdb says to the commands. The kernel is not there yet when the first ones come."""
    settings = ["set pagination off", "set confirm off", "set breakpoint pending on",
                "set print thread-events off"]
    arguments = [argument for command in (*settings, *commands) for argument in ("-ex", command)]
    done = subprocess.run(["gdb", "-nx", "-q", "-batch", *arguments, "--args", PROGRAM, KERNELS],
                          capture_output=True, text=True, timeout=240)
    return done.stdout + done.stderr


class Gdb(unittest.TestCase):
    def assertSays(self, said, *patterns):
        for pattern in patterns:
            self.assertRegex(said, re.compile(pattern, re.MULTILINE))

    def test_stops_at_a_line_of_the_kernel_and_steps(self):
        first = line_of("first")
        said = debug(f"break kernel.cpp:{first}", "run", "print more", "next", "print before",
                     "print factor", "next", "print after")
        self.assertSays(said, rf"Breakpoint [.\d]+, scale \(.*\) at .*kernel\.cpp:{first}",
                        r"^\$1 = 3$", r"^\$2 = 13$", r"^\$3 = 3$", r"^\$4 = 39$")

    def test_steps_into_functions_of_the_kernel(self):
        said = debug("break scale", "run", "next", "next", "step", "backtrace 2", "finish")
        self.assertSays(said, r"^#0 +scaled \(number=13\) at .*kernel\.cpp",
                        r"^#1 .*scale \(.*\) at .*kernel\.cpp", r"Value returned is \$1 = 39")

    def test_shows_the_way_from_the_kernel_to_the_application(self):
        # The thread that waits runs the kernel itself, but for launches that a worker takes before.
        said = debug(f"break kernel.cpp:{line_of('last')} thread 1", "run", "backtrace")
        self.assertSays(said, r"^#0 .*scale \(.*\) at .*kernel\.cpp",
                        r"^#\d+ .* in aclrtSynchronizeStream", r"^#\d+ .* main \(.*\) at .*program\.cpp")

    def test_the_program_goes_on_afterwards(self):
        said = debug("break scale", "run", "delete", "continue")
        self.assertSays(said, r"^the result is 42$", r"exited normally")

    def test_what_is_unloaded_is_gone(self):
        said = debug("break aclrtResetDevice", "run", "info line scale")
        self.assertSays(said, r'No symbol "scale"|Function "scale" not defined')


def reason_to_skip():
    if shutil.which("gdb") is None:
        return "there is no gdb"
    said = debug("break main", "run")
    return None if re.search(r"Breakpoint [.\d]+, .*main", said) else "gdb cannot debug here:\n" + said


if __name__ == "__main__":
    if reason := reason_to_skip():
        print("skipped:", reason)
        sys.exit(77)
    unittest.main()
