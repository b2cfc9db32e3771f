#!/usr/bin/env python3
"""Tests the command atc: what it writes, what it says, and its exit status.

Usage: command_test.py ATC
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())

TENSOR = {"format": "ND", "shape": [4, 6], "type": "float"}
ADD = {"op": "Add", "input_desc": [TENSOR, TENSOR], "output_desc": [TENSOR]}
NAME = "0_Add_0_2_4_6_0_2_4_6_0_2_4_6.om"


class Command(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def run_command(self, *arguments):
        return subprocess.run([COMMAND, *arguments], cwd=self.folder, capture_output=True, text=True)

    def run_ops(self, ops, *arguments, soc="Ascend910B4"):
        (self.folder / "ops.json").write_text(json.dumps(ops))
        return self.run_command("--singleop=ops.json", "--output=out", "--soc_version=" + soc, *arguments)

    def written(self):
        return sorted(path.name for path in (self.folder / "out").glob("*"))

    def expect_failure(self, done, *texts):
        self.assertEqual(done.returncode, 1)
        self.assertIn("ATC run failed", done.stdout)
        for text in texts:
            self.assertIn(text, done.stdout)
        self.assertFalse((self.folder / "out").exists())

    def test_writes_models_and_says_so(self):
        done = self.run_ops([ADD, {**ADD, "name": "again"}])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.written(), [NAME, "again.om"])
        self.assertIn("operator 0 (Add): out/" + NAME, done.stdout)
        self.assertIn("ATC run success", done.stdout)
        model = (self.folder / "out" / NAME).read_bytes()
        self.assertTrue(model.startswith(b"IMOD"))
        for part in (b"Ascend910B4", b"--singleop=ops.json", b"belay_simulated_npu"):
            self.assertIn(part, model)

    def test_models_are_the_same_each_time(self):
        self.run_ops([ADD])
        first = (self.folder / "out" / NAME).read_bytes()
        self.run_ops([ADD])
        self.assertEqual((self.folder / "out" / NAME).read_bytes(), first)

    def test_options_may_stand_apart_from_their_values(self):
        (self.folder / "ops.json").write_text(json.dumps([ADD]))
        done = self.run_command("--singleop", "ops.json", "--output", "out", "--soc_version", "Ascend910")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(self.written(), [NAME])

    def test_the_file_is_as_readable_as_any_other(self):
        self.run_ops([ADD])
        (self.folder / "other").write_text("")
        self.assertEqual((self.folder / "out" / NAME).stat().st_mode, (self.folder / "other").stat().st_mode)

    def test_refuses_a_file_with_something_wrong(self):
        self.expect_failure(self.run_ops([ADD, {"op": "Add", "input_desc": [{**TENSOR, "shape": [-3]}]}]),
                            "E13014: [1].input_desc[0].shape is [-3]")
        self.expect_failure(self.run_ops([{"op": "Add", "input_desc": [TENSOR]}]), "E13014", "1 inputs")
        self.expect_failure(self.run_command("--singleop=none.json", "--output=out",
                                             "--soc_version=Ascend910B4"), "E10024", "none.json")

    def test_refuses_what_the_library_cannot_do(self):
        done = self.run_ops([{**ADD, "op": "NoSuchOperator"}, ADD,
                             {**ADD, "output_desc": [{**TENSOR, "shape": [4]}]}])
        self.assertEqual(done.returncode, 1)
        self.assertIn('operator 0 (NoSuchOperator): E14001: there is no operator of type "NoSuchOperator"',
                      done.stdout)
        self.assertIn("operator 2 (Add): E14001: ", done.stdout)
        self.assertEqual(self.written(), ["1" + NAME[1:]])

    def test_the_exit_status_is_that_of_the_last_operator(self):
        self.assertEqual(self.run_ops([{**ADD, "op": "NoSuchOperator"}, ADD]).returncode, 0)

    def test_needs_three_options(self):
        (self.folder / "ops.json").write_text("[]")
        options = {"--singleop": "ops.json", "--output": "out", "--soc_version": "Ascend910B4"}
        for missing in options:
            with self.subTest(missing):
                self.expect_failure(
                    self.run_command(*[f"{name}={value}" for name, value in options.items() if name != missing]),
                    missing + " is missing")

    def test_knows_the_chips(self):
        self.expect_failure(self.run_ops([ADD], soc="Ascend9000"), '--soc_version is "Ascend9000"', "Ascend910B4")
        for soc in ("Ascend310P3", "Ascend910_93"):
            self.assertEqual(self.run_ops([ADD], soc=soc).returncode, 0)

    def test_options_for_compiling_code_are_checked_and_have_no_effect(self):
        (self.folder / "modes.ini").write_text("")
        given = ["--precision_mode=force_fp16", "--op_precision_mode=modes.ini", "--op_debug_level=2",
                 "--op_select_implmode=high_precision", "--optypelist_for_implmode=Add,Sub",
                 "--op_compiler_cache_mode=enable", "--op_compiler_cache_dir=cache", "--debug_dir=debug"]
        done = self.run_ops([ADD], *given)
        self.assertEqual(done.returncode, 0, done.stdout)
        for option in given:
            self.assertIn("note: %s has no effect" % option.split("=")[0], done.stdout)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["modes.ini", "ops.json", "out"])

    def test_values_of_options_are_checked(self):
        for option in ("--precision_mode=exact", "--op_debug_level=5", "--op_precision_mode=missing.ini",
                       "--log=loud", "--deterministic=yes", "--aicore_num=-3", "--aicore_num=8|", "--aicore_num=0"):
            with self.subTest(option):
                name = option.split("=")[0]
                self.expect_failure(self.run_ops([ADD], option), name)
        self.expect_failure(self.run_ops([ADD], "--precision_mode=force_fp16", "--precision_mode_v2=fp16"),
                            "exclude each other")
        self.expect_failure(self.run_ops([ADD], "--optypelist_for_implmode=Add"), "--op_select_implmode")

    def test_values_that_are_allowed_are_told(self):
        self.expect_failure(self.run_ops([ADD], "--log=loud"), "warning", "debug")
        self.assertEqual(self.run_ops([ADD], "--aicore_num=8|10").returncode, 0)

    def test_empty_values_are_named(self):
        self.expect_failure(self.run_command("--singleop=", "--output=out", "--soc_version=Ascend910B4"),
                            "--singleop has no value")
        self.expect_failure(self.run_command("--singleop=x.json", "--output=", "--soc_version=Ascend910B4"),
                            "--output has no value")

    def test_other_modes_are_not_supported(self):
        for option in ("--model=net.onnx", "--framework=5", "--mode=1", "--om=net.om"):
            with self.subTest(option):
                name = option.split("=")[0]
                self.expect_failure(self.run_command(option), name + " is not supported here", "--singleop")
                self.expect_failure(self.run_ops([ADD], option), name + " is not supported here")

    def test_unknown_options_are_errors(self):
        self.expect_failure(self.run_ops([ADD], "--no_such_option=1"), "--no_such_option")
        self.expect_failure(self.run_ops([ADD], "stray"), "stray")

    def test_logs_on_request(self):
        done = self.run_ops([ADD], "--log=debug")
        self.assertEqual(done.returncode, 0)
        self.assertIn("input 1: type 0, format 2, shape [4, 6]", done.stderr)
        self.assertEqual(self.run_ops([ADD], "--log=error").stderr, "")

    def test_tells_how_it_is_used(self):
        done = self.run_command("--help")
        self.assertEqual(done.returncode, 0)
        for option in ("--singleop", "--output", "--soc_version", "--log", "--precision_mode"):
            self.assertIn(option, done.stdout)
        self.assertNotIn("--framework", done.stdout)

    def test_has_the_name_of_the_vendors_command(self):
        done = subprocess.run([os.path.join(os.path.dirname(COMMAND), "atc"), "--help"], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
