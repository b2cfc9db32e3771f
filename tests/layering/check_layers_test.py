#!/usr/bin/env python3
"""check_layers.py on small made-up trees: it finds what it should, and only that."""
import pathlib
import tempfile
import unittest

import check_layers


class CheckLayersTest(unittest.TestCase):
    def found(self, **files):
        """The violations in a tree of files; keys are paths, with __ for / and a _h, _c or _cpp end."""
        with tempfile.TemporaryDirectory() as root:
            for key, text in files.items():
                path = key.replace("__", "/")
                stem, _, suffix = path.rpartition("_")
                target = pathlib.Path(root) / (stem + "." + suffix)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
            return check_layers.check(root)

    def expect_clean(self, **files):
        self.assertEqual(self.found(**files), [])

    def expect_one(self, text, **files):
        found = self.found(**files)
        self.assertEqual(len(found), 1, found)
        self.assertIn(text, found[0])

    def test_calls_down_are_allowed(self):
        self.expect_clean(
            include__acl__acl_h="",
            src__api__a_cpp='#include "acl/acl.h"\n#include "op/o.h"\n#include "base/b.h"\n',
            src__op__o_h='#include "kernel/k.h"\n',
            src__kernel__k_h='#include "runtime/r.h"\n#include "hw/h.h"\n',
            src__runtime__r_h='#include "drivers/driver.h"\n',
            src__hw__h_h='#include "base/b.h"\n',
            drivers__driver_h='#include "base/b.h"\n',
            src__base__b_h="#include <string>\n")

    def test_calls_up_are_found(self):
        for lower, upper in (("base", "runtime"), ("runtime", "kernel"), ("kernel", "op"),
                             ("op", "api"), ("hw", "runtime"), ("op", "hw"), ("op", "oplib"),
                             ("oplib", "api")):
            with self.subTest(lower=lower, upper=upper):
                self.expect_one("src/%s may not include src/%s" % (lower, upper), **{
                    "src__%s__l_cpp" % lower: '#include "%s/u.h"\n' % upper,
                    "src__%s__u_h" % upper: ""})

    def test_angle_brackets_do_not_hide_an_include(self):
        self.expect_one("src/base may not include src/op", src__base__b_h="#include <op/o.h>\n",
                        src__op__o_h="")

    def test_spaces_do_not_hide_an_include(self):
        self.expect_one("src/base may not include", src__base__b_h=' #  include"op/o.h"\n', src__op__o_h="")

    def test_the_line_is_named(self):
        self.expect_one("src/base/b.h:3: op/o.h", src__base__b_h='\n\n#include "op/o.h"\n', src__op__o_h="")

    def test_public_headers_appear_only_in_the_api_layer(self):
        for layer in ("base", "hw", "runtime", "kernel", "op", "oplib"):
            with self.subTest(layer=layer):
                self.expect_one("may not include include/acl", include__acl__acl_h="", **{
                    "src__%s__x_cpp" % layer: '#include "acl/acl.h"\n'})

    def test_public_headers_include_nothing_of_ours(self):
        self.expect_one("include/acl may not include src/base",
                        include__acl__acl_h='#include "base/b.h"\n', src__base__b_h="")
        self.expect_clean(include__acl__acl_h='#include "error_codes/e.h"\n',
                          include__acl__error_codes__e_h="")

    def test_public_headers_may_go_up_so_that_any_include_path_finds_them(self):
        self.expect_clean(include__acl__acl_h="", include__acl__ops__o_h='#include "../acl.h"\n')
        self.expect_one("include/acl may not include src/base",
                        include__acl__acl_h='#include "../../src/base/b.h"\n', src__base__b_h="")

    def test_a_backend_knows_the_interface_the_hardware_and_itself(self):
        self.expect_clean(
            drivers__driver_h="", src__hw__h_h="", src__base__b_h="", drivers__sim__own_h="",
            drivers__sim__s_cpp='#include "drivers/driver.h"\n#include "hw/h.h"\n#include "base/b.h"\n'
                                '#include "drivers/sim/own.h"\n')
        self.expect_one("drivers/hal may not include src/runtime",
                        drivers__hal__h_cpp='#include "runtime/r.h"\n', src__runtime__r_h="")
        self.expect_one("drivers/hal may not include drivers/sim",
                        drivers__hal__h_cpp='#include "drivers/sim/s.h"\n', drivers__sim__s_h="")

    def test_only_hal_sim_sits_on_another_backend(self):
        self.expect_clean(drivers__hal_sim__h_cpp='#include "drivers/sim/s.h"\n', drivers__sim__s_h="")
        self.expect_one("drivers/sim may not include drivers/hal_sim",
                        drivers__sim__s_cpp='#include "drivers/hal_sim/h.h"\n', drivers__hal_sim__h_h="")

    def test_the_runtime_sees_no_backend(self):
        self.expect_one("src/runtime may not include drivers/sim",
                        src__runtime__r_cpp='#include "drivers/sim/s.h"\n', drivers__sim__s_h="")

    def test_only_the_registry_source_names_backends(self):
        self.expect_clean(drivers__registry_cpp='#include "drivers/sim/s.h"\n', drivers__sim__s_h="")
        self.expect_one("drivers may not include drivers/sim",
                        drivers__registry_h='#include "drivers/sim/s.h"\n', drivers__sim__s_h="")

    def test_outsiders_use_the_public_interface_only(self):
        for file in ("examples__e__main_cpp", "tests__conformance__init__t_cpp"):
            with self.subTest(file=file):
                self.expect_clean(include__acl__acl_h="", **{file: "#include <acl/acl.h>\n"})
                self.expect_one("may not include src/base", src__base__b_h="",
                                **{file: '#include "base/b.h"\n'})

    def test_conformance_tests_share_fixtures(self):
        self.expect_clean(tests__conformance__init__t_cpp='#include "support/s.h"\n'
                                                          '#include "conformance/f.h"\n',
                          tests__support__s_h="", tests__conformance__f_h="")

    def test_dotted_paths_unknown_files_and_computed_includes_are_found(self):
        self.expect_one("without '..'", src__base__b_h='#include "../base/c.h"\n', src__base__c_h="")
        self.expect_one("no such file", src__base__b_h='#include "base/missing.h"\n')
        self.expect_one("must name its file", src__base__b_h="#include HEADER\n")

    def test_a_new_folder_needs_a_rule(self):
        self.expect_one("no rule", src__new__n_h="")

    def test_lists_are_checked_too(self):
        self.expect_one("src/base may not include src/op", src__base__codes_inc='#include "op/o.h"\n',
                        src__op__o_h="")


if __name__ == "__main__":
    unittest.main()
