#!/usr/bin/env python3
"""Asks the loader where each name that libascendcl.so needs was found: in the run-times only, even
when the application has libraries and exported names of its own.

Usage: bindings_test.py PROGRAM
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BINDING = re.compile(r"binding file \S*libascendcl\.so \[0\] to (\S+) \[0\]: \w+ symbol `([^']+)'")
RUN_TIMES = re.compile(r"(libstdc\+\+|libm|libgcc_s|libc|ld-linux[\w-]*|linux-vdso|"
                       r"lib[atu]b?san|libclang_rt\.\w+-\w+)\.so(\.\d+)?$")
# An application may hold a copy of a standard library's template: that is the same code by contract.
STANDARD = re.compile(r"_Z(N?K?St|NK?S[abdios]|NK?9__gnu_cxx|T[ISV]|dl|nw|da|na)")


def bindings_of(program):
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": folder + "/out",
               "LD_BIND_NOW": "1"}
        subprocess.run([program], env=env, check=True, stderr=subprocess.DEVNULL)
        text = "".join(path.read_text() for path in pathlib.Path(folder).iterdir())
    return BINDING.findall(text)


def copied_variables(program):
    """Variables of the C library that live in the program, by the rules of linking."""
    out = subprocess.run(["readelf", "-rW", program], check=True, stdout=subprocess.PIPE, text=True)
    return set(re.findall(r"_COPY\s+\w+\s+(?!_Z)([^@\s]+)", out.stdout))


def main():
    bindings = bindings_of(sys.argv[1])
    copied = copied_variables(sys.argv[1])
    foreign = sorted({(provider, name) for provider, name in bindings
                      if not RUN_TIMES.search(provider) and not STANDARD.match(name)
                      and name not in copied})
    for provider, name in foreign:
        print("libascendcl.so takes %s from %s" % (name, provider))
    print("%d names bound, %d of them foreign" % (len(bindings), len(foreign)))
    sys.exit(1 if foreign or not bindings else 0)


if __name__ == "__main__":
    main()
