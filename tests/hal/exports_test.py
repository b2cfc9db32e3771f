#!/usr/bin/env python3
"""What libascend_hal_sim.so and libtsdclient_sim.so show to the loader.

Usage: exports_test.py HAL_LIBRARY TSD_LIBRARY ABI_FOLDER [unittest arguments]
"""
import pathlib
import re
import subprocess
import sys
import unittest

HAL_LIBRARY, TSD_LIBRARY, ABI_FOLDER = sys.argv[1:4]
MARK = "belayHalSimVersion"


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def exports_of(library):
    """Names that a library defines, with the kind of each."""
    lines = [line.split() for line in output_of("nm", "-D", "--defined-only", library).splitlines()]
    return {line[-1]: line[-2] for line in lines}


def dynamic_section(library, tag):
    text = output_of("readelf", "-dW", library)
    return " ".join(line.split(")", 1)[1] for line in text.splitlines() if "(%s)" % tag in line)


def listed(file):
    """The functions that a list of the interface has; its comment shows the form too."""
    text = re.sub(r"/\*.*?\*/", "", (pathlib.Path(ABI_FOLDER) / file).read_text(), flags=re.S)
    if file == "hal_functions.inc":
        return re.findall(r"BELAY_HAL\(\w+, [^,]+, (\w+),", text)
    return re.findall(r"BELAY_HAL\([^,]+, (\w+)\)", text)


class ExportsTest(unittest.TestCase):
    def test_the_lists_have_all_functions_and_each_once(self):
        names = listed("hal_functions.inc") + listed("hal_unsupported.inc")
        self.assertEqual(len(names), 259)
        self.assertEqual(len(set(names)), 259)

    def test_the_library_exports_what_is_listed_and_the_mark(self):
        names = listed("hal_functions.inc") + listed("hal_unsupported.inc") + [MARK]
        self.assertEqual(sorted(exports_of(HAL_LIBRARY)), sorted(names))

    def test_the_other_library_exports_its_three_functions(self):
        self.assertEqual(sorted(exports_of(TSD_LIBRARY)), ["TsdClose", "TsdOpen", "TsdOpenEx"])

    def test_all_exports_are_functions(self):
        for library in (HAL_LIBRARY, TSD_LIBRARY):
            self.assertEqual(set(exports_of(library).values()), {"T"})

    def test_names_have_no_version(self):
        self.assertEqual([name for name in exports_of(HAL_LIBRARY) if "@" in name], [])
        self.assertEqual(dynamic_section(HAL_LIBRARY, "VERDEF"), "")

    def test_the_libraries_have_plain_names(self):
        self.assertIn("[libascend_hal_sim.so]", dynamic_section(HAL_LIBRARY, "SONAME"))
        self.assertIn("[libtsdclient_sim.so]", dynamic_section(TSD_LIBRARY, "SONAME"))

    def test_the_library_stays_loaded(self):
        self.assertIn("NODELETE", dynamic_section(HAL_LIBRARY, "FLAGS_1"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
