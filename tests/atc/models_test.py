#!/usr/bin/env python3
"""Tests that models of atc are executed: by a program that uses the public interface only.

Usage: models_test.py ATC RUN_MODEL
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUN_MODEL = str(pathlib.Path(sys.argv.pop(2)).resolve())
ATC = str(pathlib.Path(sys.argv.pop(1)).resolve())

NOT_FOUND = 100024


def operator(kind, shape, **more):
    tensor = {"format": "ND", "shape": shape, "type": "float", **more}
    return {"op": kind, "input_desc": [tensor, tensor], "output_desc": [tensor]}


class Models(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def compile(self, *ops):
        (self.folder / "ops.json").write_text(json.dumps(ops))
        done = subprocess.run([ATC, "--singleop=ops.json", "--output=models", "--soc_version=Ascend910B4"],
                              cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def execute(self, kind, rows, columns):
        """The code of the execution and the elements of the output."""
        done = subprocess.run([RUN_MODEL, self.folder / "models", kind, str(rows), str(columns)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        code, *elements = done.stdout.split()
        return int(code), [float(element) for element in elements]

    def test_a_model_is_executed_for_its_shape_only(self):
        self.compile(operator("Add", [2, 3]))
        self.assertEqual(self.execute("Add", 2, 3), (0, [i + 2 for i in range(6)]))
        self.assertEqual(self.execute("Add", 3, 2), (NOT_FOUND, []))
        self.assertEqual(self.execute("Mul", 2, 3), (NOT_FOUND, []))

    def test_each_operator_of_a_file_is_found(self):
        self.compile(operator("Add", [2, 3]), operator("Mul", [2, 3]), operator("Add", [1, 4]))
        self.assertEqual(self.execute("Add", 1, 4), (0, [2, 3, 4, 5]))
        self.assertEqual(self.execute("Mul", 2, 3), (0, [2 * i for i in range(6)]))

    def test_a_dynamic_model_takes_what_its_ranges_allow(self):
        self.compile(operator("Add", [-1, 3], shape_range=[[2, 4]]))
        for rows in (2, 4):
            self.assertEqual(self.execute("Add", rows, 3), (0, [i + 2 for i in range(3 * rows)]))
        self.assertEqual(self.execute("Add", 5, 3)[0], NOT_FOUND)
        self.assertEqual(self.execute("Add", 2, 4)[0], NOT_FOUND)

    def test_a_model_without_ranges_takes_any_size(self):
        self.compile(operator("Add", [-1, 3]), operator("Mul", [-2]))
        self.assertEqual(self.execute("Add", 7, 3), (0, [i + 2 for i in range(21)]))
        self.assertEqual(self.execute("Mul", 1, 2), (0, [0, 2]))

    def test_a_fuzzy_model_takes_other_shapes_too(self):
        self.compile({"compile_flag": 1}, operator("Mul", [2, 3]))
        for rows, columns in ((2, 3), (5, 1)):
            self.assertEqual(self.execute("Mul", rows, columns), (0, [2 * i for i in range(rows * columns)]))


if __name__ == "__main__":
    unittest.main()
