#!/usr/bin/env python3
"""Checks that every folder includes only what the project's layers allow.

Usage: check_layers.py ROOT

Calls go down: api -> oplib -> op -> kernel -> runtime -> drivers/driver.h -> base. Exit status: 0 when
all includes keep to that, 1 with one line per violation otherwise.
"""
import os
import pathlib
import re
import sys

# Interface of the device layer: what the runtime may know of drivers.
DRIVERS = "drivers"
BACKENDS = {"drivers/hal", "drivers/ioctl", "drivers/sim", "drivers/hal_sim"}

# For each folder, the folders it may include beside itself. A folder means the files in it, not those
# in folders below it.
ALLOWED = {
    "include/acl": {"include/acl/error_codes"},
    "include/acl/error_codes": {"include/acl"},
    "include/acl/ops": {"include/acl", "include/acl/error_codes"},
    "include/belay/ascendc": {"include/belay/kernel"},
    "include/belay/kernel": set(),
    "src/base": set(),
    "src/hw": {"src/base"},
    "src/runtime": {DRIVERS, "src/hw", "src/base"},
    "src/kernel": {"src/runtime", DRIVERS, "src/hw", "src/base"},
    "src/op": {"src/kernel", "src/runtime", DRIVERS, "src/base"},
    "src/oplib": {"src/oplib/ops", "src/oplib/device", "src/op", "src/kernel", "src/runtime", DRIVERS, "src/base"},
    "src/oplib/ops": {"src/oplib", "src/oplib/device", "src/op", "src/base"},
    "src/oplib/device": {"src/op", "include/belay/kernel"},
    "src/api": {"src/op", "src/oplib", "src/kernel", "src/runtime", DRIVERS, "src/base",
                "include/acl", "include/acl/error_codes", "include/acl/ops"},
    DRIVERS: {"src/hw", "src/base"},
    "drivers/hal_abi": set(),
    "drivers/hal": {"drivers/hal_abi", DRIVERS, "src/hw", "src/base"},
    "drivers/ioctl": {DRIVERS, "src/hw", "src/base"},
    "drivers/sim": {DRIVERS, "src/hw", "src/base", "include/belay/kernel"},
    "tools/atc": {"src/oplib", "src/op", "src/hw", "src/base"},
    "tools/kcc": {"src/kernel", "src/hw", "src/base", "include/belay/kernel"},
    "drivers/hal_sim": {"drivers/sim", "drivers/hal_abi", DRIVERS, "src/hw", "src/base"},
}
# Users of the public interface know nothing else of us.
PUBLIC = {"include/acl", "include/acl/error_codes", "include/acl/ops"}
OUTSIDERS = {"examples": PUBLIC | {"include/belay/ascendc"}, "tests/conformance": PUBLIC | {"tests/support"}}
# Single files that may include more than their folder: the registry names all backends.
EXCEPTIONS = {"drivers/registry.cpp": BACKENDS}

# Where "x/y.h" may lie, in the order of the compiler's include path.
INCLUDE_ROOTS = ("src", ".", "include", "tests", "tools", "include/belay/ascendc")
CHECKED_TREES = ("include", "src", "drivers", "tools", "examples", "tests/conformance")
SOURCES = {".h", ".hpp", ".c", ".cpp", ".inc"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:(<[^>]+>)|("[^"]+")|(.*))')


def folder_of(path):
    return path.parent.as_posix()


def allowed_for(path):
    """The folders that a file may include beside its own; None for a folder no rule names."""
    for tree, allowed in OUTSIDERS.items():
        if path.is_relative_to(tree):
            return allowed
    if folder_of(path) not in ALLOWED:
        return None
    return ALLOWED[folder_of(path)] | EXCEPTIONS.get(path.as_posix(), set())


def resolve(root, path, name):
    """The file in the project that an include means, relative to the root; None for outside ones."""
    for base in (folder_of(path),) + INCLUDE_ROOTS:
        target = os.path.normpath(os.path.join(base, name))
        if (root / target).is_file():
            return pathlib.PurePosixPath(target)
    return None


def violation_of(root, path, match):
    """What is wrong with one include directive; None when nothing is."""
    angled, quoted, computed = match.groups()
    if computed is not None:
        return "an include must name its file: %s" % computed.strip()
    name = (angled or quoted)[1:-1]
    if ".." in pathlib.PurePosixPath(name).parts and not path.is_relative_to("include"):
        return "%s: name files from the root of their tree, without '..'" % name
    target = resolve(root, path, name)
    if target is None:
        return None if angled else "%s: there is no such file in the project" % name
    same_folder = folder_of(target) == folder_of(path)
    if same_folder or folder_of(target) in allowed_for(path):
        return None
    if any(path.is_relative_to(tree) and target.is_relative_to(tree) for tree in OUTSIDERS):
        return None
    return "%s: %s may not include %s" % (name, folder_of(path), folder_of(target))


def violations_in(root, path):
    if allowed_for(path) is None:
        yield "%s: no rule says what this folder may include" % path
        return
    text = (root / path).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        problem = violation_of(root, path, match) if match else None
        if problem:
            yield "%s:%d: %s" % (path, number, problem)


def check(root):
    """All violations below a root, as lines of text."""
    root = pathlib.Path(root)
    found = []
    for tree in CHECKED_TREES:
        for file in sorted((root / tree).rglob("*")):
            if file.suffix in SOURCES and file.is_file():
                path = pathlib.PurePosixPath(file.relative_to(root).as_posix())
                found += violations_in(root, path)
    return found


def main():
    if len(sys.argv) != 2 or not (pathlib.Path(sys.argv[1]) / "src").is_dir():
        sys.exit("usage: check_layers.py ROOT, the folder that has src")
    found = check(sys.argv[1])
    for line in found:
        print(line)
    print("layers: %d violations" % len(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
