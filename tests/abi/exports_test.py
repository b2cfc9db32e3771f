#!/usr/bin/env python3
"""What libascendcl.so shows to the loader: its names, its dependencies, how it binds.

Usage: exports_test.py LIBRARY EXPORTS_MAP [unittest arguments]
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

LIBRARY, EXPORTS_MAP = sys.argv[1:3]
TABLES = pathlib.Path(__file__).resolve().parent / "tables"
# Run-times of the compiler and, in builds with sanitizers, of these.
DEPENDENCIES = re.compile(r"(libstdc\+\+|libm|libgcc_s|libc|ld-linux[\w-]*|"
                          r"lib[atu]b?san|libclang_rt\.\w+-\w+)\.so(\.\d+)?$")


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def dynamic_section(tag):
    """The values of a tag in the dynamic section."""
    text = output_of("readelf", "-dW", LIBRARY)
    return [line.split(")", 1)[1].strip() for line in text.splitlines() if "(%s)" % tag in line]


def bracketed(values):
    return [re.search(r"\[(.*)\]", value).group(1) for value in values]


class ExportsTest(unittest.TestCase):
    def setUp(self):
        lines = [line.split() for line in output_of("nm", "-D", LIBRARY).splitlines()]
        self.defined = [(line[-1], line[-2]) for line in lines if line[-2] not in "Uwv"]
        self.undefined = [line[-1] for line in lines if line[-2] in "Uwv"]
        text = pathlib.Path(EXPORTS_MAP).read_text()
        self.documented = json.loads((TABLES / "functions.json").read_text())
        self.listed = re.search(r"global:(.*)local:", text, re.S).group(1).replace(";", " ").split()

    def test_the_list_is_what_the_library_exports(self):
        self.assertEqual(sorted(name for name, _ in self.defined), sorted(self.listed))

    def test_the_list_is_the_documented_interface(self):
        self.assertEqual(self.listed, sorted(function["name"] for function in self.documented))

    def test_all_exports_are_functions(self):
        # A function whose public declaration is weak has a weak definition as well.
        weak = {function["name"] for function in self.documented if function.get("weak_declaration")}
        self.assertEqual([(name, kind) for name, kind in self.defined
                          if kind != ("W" if name in weak else "T")], [])

    def test_names_have_no_version(self):
        self.assertEqual([name for name, _ in self.defined if "@" in name], [])
        self.assertEqual(dynamic_section("VERDEF"), [])

    def test_the_library_has_its_plain_name(self):
        self.assertEqual(bracketed(dynamic_section("SONAME")), ["libascendcl.so"])

    def test_the_library_stays_loaded(self):
        self.assertIn("NODELETE", " ".join(dynamic_section("FLAGS_1")))

    def test_own_calls_do_not_go_through_exported_names(self):
        relocations = output_of("readelf", "-rW", LIBRARY)
        names = set(re.findall(r"\b\w+\b", relocations))
        self.assertTrue(names & {name.split("@")[0] for name in self.undefined},
                        "names of other libraries are among them")
        self.assertEqual(sorted(names & set(self.listed)), [])

    def test_it_needs_only_the_run_times(self):
        needed = bracketed(dynamic_section("NEEDED"))
        self.assertIn("libc.so.6", needed)
        self.assertEqual([name for name in needed if not DEPENDENCIES.match(name)], [])

    def test_it_asks_for_no_name_of_a_bundled_library(self):
        bundled = re.compile(r"(3fmt|6spdlog|8nlohmann|5boost|6google|protobuf)")
        self.assertEqual([name for name in self.undefined if bundled.search(name)], [])

    def test_it_has_no_run_path_of_this_build(self):
        paths = bracketed(dynamic_section("RUNPATH") + dynamic_section("RPATH"))
        self.assertEqual([path for path in paths if "/clang/" not in path], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
