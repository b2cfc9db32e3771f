#!/usr/bin/env python3
"""Compare public headers and a shared library with the API fact tables.

Usage: check_abi.py --include DIR --lib PATH [--groups g1,g2,...]
See README.md for every option. Needs only the standard library, a C and a C++
compiler (gcc or clang) and nm.
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# Headers an application may name directly, in the order in which they are included.
ENTRY_HEADERS = [
    "acl/acl.h", "acl/acl_base.h", "acl/acl_base_rt.h", "acl/acl_base_mdl.h",
    "acl/acl_rt.h", "acl/acl_rt_allocator.h", "acl/acl_rt_memory_soma.h",
    "acl/acl_op.h", "acl/acl_mdl.h", "acl/acl_op_compiler.h", "acl/ops/acl_cblas.h",
    "acl/acl_prof.h", "acl/acl_dump.h", "acl/acl_tdt.h", "acl/acl_tdt_queue.h",
    "acl/acl_platform.h",
    "acl/error_codes/rt_error_codes.h", "acl/error_codes/ge_error_codes.h",
]
# Adds C++ overloads of C functions, so it gets a translation unit of its own.
OVERLOAD_HEADER = "acl/acl_rt_api.h"
# The reference form of these headers is valid C++ but not valid C.
CXX_ONLY_REFERENCE = {"acl/acl_tdt.h"}

ERR = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?P<fatal>fatal )?error: (?P<msg>.*)$")
STATIC_FAIL = re.compile(r"static[_ ]assert(ion)? failed|static_assert failed", re.I)
LINKER_NAMES = {"_init", "_fini", "__bss_start", "_edata", "_end", "edata", "end", "etext",
                "_etext", "__data_start", "data_start"}


def die(msg):
    print("check_abi: " + msg, file=sys.stderr)
    sys.exit(2)


# --------------------------------------------------------------------------- tables
class Tables:
    def __init__(self, folder):
        def load(name):
            path = os.path.join(folder, name)
            try:
                with open(path) as f:
                    return json.load(f)
            except (OSError, ValueError) as e:
                die("cannot read table %s: %s" % (path, e))
        self.functions = load("functions.json")
        e = load("enums.json")
        self.enums, self.constants, self.other = e["enums"], e["constants"], e["other_macros"]
        s = load("structs.json")
        self.structs, self.opaque, self.fnptrs = s["structs"], s["opaque"], s["function_pointers"]
        try:
            with open(os.path.join(folder, "cpp_overloads.json")) as f:
                self.overloads = json.load(f)
        except (OSError, ValueError):
            self.overloads = []
        self.all_names = {f["name"] for f in self.functions}
        self.groups = sorted({f["group"] for f in self.functions})

    def restrict(self, groups, since):
        def keep(x):
            return x["group"] in groups and (since is None or x.get("since") == since)
        for attr in ("functions", "enums", "constants", "other", "structs", "opaque",
                     "fnptrs", "overloads"):
            setattr(self, attr, [x for x in getattr(self, attr) if keep(x)])
        if since is not None:
            for e in self.enums:
                e["members"] = [m for m in e["members"] if m["since"] == since]


# --------------------------------------------------------------------------- probes
class Probe:
    """One check. `lines` holds the source, one physical line each."""
    __slots__ = ("group", "kind", "name", "what", "lines", "late")

    def __init__(self, group, kind, name, what, lines, late=False):
        self.group, self.kind, self.name, self.what = group, kind, name, what
        self.lines = [lines] if isinstance(lines, str) else lines
        self.late = late


def fn_pointer(f):
    args = [p["type"] for p in f["params"]]
    if f.get("variadic"):
        args.append("...")
    return "%s(*)(%s)" % (f["returns"], ", ".join(args) if args else "void")


def flat_fields(fields, prefix=""):
    for f in fields:
        if f.get("anonymous"):
            yield from flat_fields(f["fields"], prefix)
        else:
            yield prefix + f["name"], f
            if f.get("fields"):
                yield from flat_fields(f["fields"], prefix + f["name"] + ".")


def c_string(s):
    return json.dumps(s)


def int_literal(v):
    if v < 0:
        return "(%dLL)" % v
    return "%dULL" % v


TYPE_FACTS = {  # size, signed
    "int": (4, 1), "unsigned int": (4, 0), "long": (8, 1), "unsigned long": (8, 0),
    "long long": (8, 1), "unsigned long long": (8, 0),
}


def build_probes(t, lang):
    """Probes for lang 'c++' or 'c'."""
    cxx = lang == "c++"
    SA = "static_assert" if cxx else "_Static_assert"
    out = []
    tag_scope = {s["tag"]: s["cxx_scope"] for s in t.structs if s.get("cxx_scope")}

    def same(ptr_expr_type, expected):
        """Type equality. Both are plain type names (no arrays)."""
        if cxx:
            return "std::is_same<%s, %s>::value" % (ptr_expr_type, expected)
        return "_Generic((%s*)0, %s*: 1, default: 0)" % (ptr_expr_type, expected)

    def add(group, kind, name, what, cond, late=False):
        out.append(Probe(group, kind, name, what, '%s(%s, "abi");' % (SA, cond), late))

    for f in t.functions:
        if cxx:
            cond = "std::is_same<decltype(&%s), %s>::value" % (f["name"], fn_pointer(f))
        else:
            cond = "_Generic(&%s, %s: 1, default: 0)" % (f["name"], fn_pointer(f))
        add(f["group"], "function", f["name"], "prototype", cond)

    for e in t.enums:
        spelled = e["typedef"] or "enum " + e["tag"]
        g = e["group"]
        if cxx:
            add(g, "enum", e["name"], "underlying type " + e["underlying"],
                "std::is_enum<%s>::value && sizeof(%s) == %d && "
                "std::is_same<std::underlying_type<%s>::type, %s>::value"
                % (spelled, spelled, e["size"], spelled, e["underlying"]))
        else:
            add(g, "enum", e["name"], "size", "sizeof(%s) == %d" % (spelled, e["size"]))
        if e["tag"] and e["typedef"]:
            add(g, "enum", e["name"], "tag " + e["tag"],
                same("enum " + e["tag"], e["typedef"]), late=True)
        for m in e["members"]:
            v = m["value"]
            cast = "long long" if v < 0 else "unsigned long long"
            add(g, "enum", m["name"], "value %d" % v,
                "(%s)(%s) == %s" % (cast, m["name"], int_literal(v)))
            if cxx:
                add(g, "enum", m["name"], "member of " + e["name"],
                    "std::is_same<decltype(%s), %s>::value" % (m["name"], spelled))

    for c in t.constants:
        g, n, v = c["group"], c["name"], c["value"]
        if c["type"] == "string":
            if cxx:
                add(g, "constant", n, "value " + c_string(v),
                    "__builtin_strcmp(%s, %s) == 0" % (n, c_string(v)))
            else:
                add(g, "constant", n, "length", "sizeof(%s) == %d" % (n, len(v.encode()) + 1))
        elif cxx or c["kind"] == "macro":
            cast = "long long" if v < 0 else "unsigned long long"
            add(g, "constant", n, "value %d" % v,
                "(%s)(%s) == %s" % (cast, n, int_literal(v)))
            if c["kind"] == "macro":
                size, signed = TYPE_FACTS[c["type"]]
                if cxx:
                    add(g, "constant", n, "type " + c["type"],
                        "sizeof(%s) == %d && std::is_signed<decltype(%s)>::value == %s"
                        % (n, size, n, "true" if signed else "false"))
        else:
            # a C 'static const' object is no constant expression: only its presence
            add(g, "constant", n, "declared", "sizeof(%s) == 4" % n)
        if c["kind"] == "macro":
            out.append(Probe(g, "constant", n, "a macro, not another kind of name",
                             ["#ifndef " + n, '%s(0, "abi");' % SA, "#endif"]))

    for s in t.structs:
        g = s["group"]
        if s.get("cxx_scope"):
            spelled = s["cxx_scope"] + "::" + s["tag"] if cxx else s["kind"] + " " + s["tag"]
        else:
            spelled = s["typedef"] or s["kind"] + " " + s["tag"]
        add(g, "struct", s["name"], "size %d" % s["size"],
            "sizeof(%s) == %d" % (spelled, s["size"]))
        add(g, "struct", s["name"], "alignment %d" % s["align"],
            "%s(%s) == %d" % ("alignof" if cxx else "_Alignof", spelled, s["align"]))
        if s["tag"] and s["typedef"]:
            add(g, "struct", s["name"], "tag " + s["tag"],
                same(s["kind"] + " " + s["tag"], s["typedef"]), late=True)
        for path, f in flat_fields(s["fields"]):
            label = s["name"] + "." + path
            add(g, "struct", label, "offset %d" % f["offset"],
                "offsetof(%s, %s) == %d" % (spelled, path, f["offset"]))
            typ = f["type"]
            member = "((%s*)0)->%s" % (spelled, path)
            if f.get("unnamed_type"):
                add(g, "struct", label, "size %d" % f["size"],
                    "sizeof(%s) == %d" % (member, f["size"]))
                continue
            m = re.match(r"^(union|struct) (\w+)$", typ)
            if m and cxx and m.group(2) in tag_scope:
                typ = "%s::%s" % (tag_scope[m.group(2)], m.group(2))
            if typ.endswith("[0]"):           # zero-length tail: element type only
                if cxx:
                    add(g, "struct", label, "element type " + typ[:-3],
                        "std::is_same<std::remove_reference<decltype(%s[0])>::type, %s>::value"
                        % (member, typ[:-3]))
                continue
            if cxx:
                add(g, "struct", label, "type " + f["type"],
                    "std::is_same<decltype(%s), %s>::value" % (member, typ))
            else:
                cond = "sizeof(%s) == %d" % (member, f["size"])
                if "[" not in typ:
                    cond += " && _Generic(&%s, %s: 1, default: 0)" % (member, ptr_to(typ))
                add(g, "struct", label, "type " + f["type"], cond)
        if cxx:
            for ctor in s.get("cxx_constructors", []):
                names = [p for p, _ in flat_fields(s["fields"])]
                dflt = [p.get("default") for p in ctor["params"]]
                conds = ["%s().%s == %d" % (spelled, n, d) for n, d in zip(names, dflt)]
                conds += ["%s(7, 8).%s == %d" % (spelled, n, x)
                          for n, x in zip(names, [7, 8] + dflt[2:])]
                conds.append("std::is_convertible<unsigned, %s>::value" % spelled)
                add(g, "struct", s["name"], "constexpr constructor with defaults",
                    " && ".join(conds))

    for p in t.fnptrs:
        if cxx:
            add(p["group"], "type", p["name"], p["underlying"],
                "std::is_same<%s, %s>::value" % (p["name"], p["underlying"]))
        else:
            add(p["group"], "type", p["name"], p["underlying"],
                "_Generic((%s)0, %s: 1, default: 0)" % (p["name"], p["underlying"]))
    for o in t.opaque:
        add(o["group"], "type", o["name"], o["underlying"],
            same(o["name"], o["underlying"]), late=True)

    for o in t.other:
        if o["kind"] == "callable":
            out.append(Probe(o["group"], "constant", o["name"], "a function-like macro", [
                "#ifndef " + o["name"], '%s(0, "abi");' % SA, "#endif"]))
    out.sort(key=lambda p: p.late)
    return out


def ptr_to(typ):
    """Pointer to a type spelled as an abstract declarator without arrays."""
    if "(*)" in typ:
        return typ.replace("(*)", "(**)", 1)
    return typ + " *"


# --------------------------------------------------------------------------- compiling
class Compiler:
    def __init__(self, lang, exe, includes, work):
        self.lang, self.exe, self.work = lang, exe, work
        self.flags = ["-x", lang, "-std=c++17" if lang == "c++" else "-std=c11", "-w",
                      "-fno-diagnostics-color", "-Wno-error"]
        version = subprocess.run([exe, "--version"], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True).stdout
        if "clang" in version:
            self.flags += ["-ferror-limit=0", "-fno-caret-diagnostics",
                           "-Wno-invalid-offsetof", "-Wno-deprecated-declarations"]
        else:
            self.flags += ["-fmax-errors=0", "-fno-diagnostics-show-caret",
                           "-ftemplate-backtrace-limit=1"]
        for d in includes:
            self.flags += ["-I", d]
        self.runs = 0
        self.fatal = False

    def run(self, text, extra=("-fsyntax-only",), out=None):
        self.runs += 1
        path = os.path.join(self.work, "probe%d.%s" % (self.runs, "cc" if self.lang == "c++" else "c"))
        with open(path, "w") as f:
            f.write(text)
        env = dict(os.environ, LC_ALL="C")
        cmd = [self.exe] + self.flags + list(extra) + [path] + (["-o", out] if out else [])
        r = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           errors="replace", env=env)
        mine, foreign = [], []
        self.fatal = False
        for line in r.stderr.splitlines():
            m = ERR.match(line)
            if m:
                if m.group("fatal"):
                    self.fatal = True
                same_file = os.path.realpath(m.group("file")) == os.path.realpath(path)
                (mine if same_file else foreign).append(
                    (m.group("file"), int(m.group("line")), m.group("msg")))
        if r.returncode != 0 and not mine and not foreign:
            foreign.append((path, 0, (r.stderr.strip().splitlines() or ["compiler failed"])[-1]))
            self.fatal = True
        return r.returncode, mine, foreign


def prelude(lang, headers):
    std = (["cstddef", "cstdint", "type_traits", "utility"] if lang == "c++"
           else ["stddef.h", "stdint.h", "stdbool.h"])
    return ["#include <%s>" % h for h in std] + ['#include "%s"' % h for h in headers]


def run_probes(comp, headers, probes):
    """Returns ({probe index: message}, [header errors])."""
    def attempt(indices):
        lines = prelude(comp.lang, headers)
        owner = {}
        for i in indices:
            for text in probes[i].lines:
                lines.append(text)
                owner[len(lines)] = i
        rc, mine, foreign = comp.run("\n".join(lines) + "\n")
        if comp.fatal:
            why = (foreign or mine)[-1][2]
            return {i: ["not evaluated: " + why] for i in indices}, ["%s:%d: %s" % x for x in foreign]
        bad, stray = {}, []
        for _, line, msg in mine:
            if line in owner:
                bad.setdefault(owner[line], []).append(msg)
            else:
                stray.append("line %d of the probe: %s" % (line, msg))
        return bad, ["%s:%d: %s" % x for x in foreign] + stray

    failed, head = attempt(range(len(probes)))
    if comp.fatal:
        return failed, head
    # 1. the rest must pass by itself (only when that can tell something new)
    for _ in range(4):
        rest = [i for i in range(len(probes)) if i not in failed]
        if not failed or not rest:
            break
        more, _ = attempt(rest)
        if not more:
            break
        failed.update(more)
    # 2. a syntax error may spill over to neighbours: retry the unclear ones, halving
    unclear = [i for i, m in failed.items() if classify(probes[i], m)[0] == "error"]

    def recheck(part, depth):
        if not part:
            return
        again, _ = attempt(part)
        clean = [i for i in part if i not in again]
        for i in clean:
            failed.pop(i, None)
        for i in again:
            failed[i] = again[i]
        left = [i for i in part if i in again]
        if clean and len(left) > 1 and depth < 4:
            recheck(left[:len(left) // 2], depth + 1)
            recheck(left[len(left) // 2:], depth + 1)
    recheck(unclear, 0)
    return failed, head


def usable_headers(comp, include_dirs, candidates):
    """Existing headers to include, and the problems each shows when included alone.

    A header with recoverable errors stays in the list, so that only the names that
    really suffer are reported; one that stops the compiler is left out.
    """
    use, broken = [], collections.OrderedDict()
    for h in candidates:
        if not any(os.path.exists(os.path.join(d, h)) for d in include_dirs):
            continue
        rc, mine, foreign = comp.run('#include "%s"\n' % h)
        if rc == 0:
            use.append(h)
            continue
        broken[h] = ["%s:%d: %s" % x for x in (foreign or mine)]
        if not comp.fatal:
            use.append(h)
    return use, broken


def summarize_broken(broken, lang):
    by_msg = collections.OrderedDict()
    for h, msgs in broken.items():
        for m in msgs[:5]:
            by_msg.setdefault(m, []).append(h)
    out = []
    for m, hs in by_msg.items():
        via = ", ".join(hs[:3]) + (", ..." if len(hs) > 3 else "")
        out.append("%s: %s (including %s)" % (lang, m, via))
    return out


def show_types(comp, headers, names):
    """The type each of these functions really has, for the report."""
    if not names:
        return {}
    lines = prelude("c++", headers) + ["template <class T> struct abi_shown;"]
    owner = {}
    for i, n in enumerate(names):
        lines.append("abi_shown<decltype(&%s)> abi_v%d;" % (n, i))
        owner[len(lines)] = n
    _, mine, _ = comp.run("\n".join(lines) + "\n")
    out = {}
    for _, line, msg in mine:
        m = re.search(r"abi_shown<(.*?)>(?: abi_v\d+)?['\u2019\s]", msg)
        if m and line in owner:
            out.setdefault(owner[line], m.group(1))
    return out


def classify(probe, msgs):
    text = msgs[0]
    if any(STATIC_FAIL.search(m) for m in msgs):
        return "wrong", ""
    base = re.escape(probe.name.split(".")[-1].split("::")[-1])
    for m in msgs:
        if re.search(r"['\u2018`]%s['\u2019]" % base, m) and re.search(
                r"undeclared|not declared|unknown type|no member|not a member|has no|undefined",
                m, re.I):
            return "absent", m
    return "error", text


# --------------------------------------------------------------------------- library
def exported_symbols(libs, nm):
    table = {}
    for lib in libs:
        if not os.path.exists(lib):
            die("no such library: " + lib)
        r = subprocess.run([nm, "-D", "--defined-only", lib], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
        if r.returncode != 0:
            die("nm failed on %s: %s" % (lib, r.stderr.strip()))
        for line in r.stdout.splitlines():
            parts = line.split()
            if len(parts) >= 2:
                name, kind = parts[-1], parts[-2]
                table[name.split("@")[0]] = kind
    return table


def linkage(comp, headers, functions, nm, work):
    """Names that are not plain undefined C symbols when used from C++."""
    lines = prelude("c++", headers) + ["extern void *const abi_refs[];", "void *const abi_refs[] = {"]
    lines += ["(void*)&%s," % f for f in functions] + ["};"]
    obj = os.path.join(work, "linkage.o")
    rc, mine, foreign = comp.run("\n".join(lines) + "\n", extra=("-c",), out=obj)
    if rc != 0:
        return None
    r = subprocess.run([nm, obj], stdout=subprocess.PIPE, text=True)
    undefined, defined = set(), set()
    for line in r.stdout.splitlines():
        parts = line.split()
        if len(parts) >= 2:
            (undefined if parts[-2] in "Uwv" else defined).add(parts[-1])
    res = {}
    for f in functions:
        if f not in undefined:
            res[f] = ("defined in a header instead of the library" if f in defined
                      else "has C++ linkage (symbol is mangled)")
    return res


# --------------------------------------------------------------------------- optional: headers
def header_placement(comp, t, include_dirs):
    """Functions not visible after including only the header in which they are documented."""
    want = collections.OrderedDict()
    for f in t.functions:
        for h in {f["header"], f.get("header_8_1", f["header"])}:
            want.setdefault(h, []).append(f)
    notes = []
    for h, fs in want.items():
        if not any(os.path.exists(os.path.join(d, h)) for d in include_dirs):
            notes.append("%s: header absent (%d functions are documented there)" % (h, len(fs)))
            continue
        probes = [Probe(f["group"], "function", f["name"], "visible",
                        "typedef decltype(&%s) abi_t%d;" % (f["name"], i))
                  for i, f in enumerate(fs)]
        bad, head = run_probes(comp, [h], probes)
        if head:
            notes.append("%s: %s" % (h, head[0]))
        elif bad:
            names = [probes[i].name for i in sorted(bad)]
            notes.append("%s: not visible: %s" % (h, ", ".join(names)))
    return notes


def overload_probes(t):
    """Each C++ overload of OVERLOAD_HEADER must be callable, T=float and U=double."""
    out = []
    for i, o in enumerate(t.overloads):
        def inst(x):
            return re.sub(r"\bU\b", "double", re.sub(r"\bT\b", "float", x))
        full = [inst(p["type"]) for p in o["params"]]
        need = [inst(p["type"]) for p in o["params"] if "default" not in p]
        for n, types in enumerate([full] if full == need else [full, need]):
            args = ", ".join("std::declval<%s>()" % (x if "&" in x else x + "&") for x in types)
            out.append(Probe(o["group"], "overload", "%s(%s)" % (o["name"], ", ".join(
                x for x in [p["type"] for p in o["params"]][:len(types)])), "callable",
                'static_assert(std::is_same<decltype(%s(%s)), %s>::value, "abi");'
                % (o["name"], args, o["returns"])))
    return out


# --------------------------------------------------------------------------- main
def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("--include", action="append", required=True, metavar="DIR",
                    help="folder that holds acl/acl.h (repeatable: further -I folders)")
    ap.add_argument("--lib", action="append", default=[], metavar="PATH",
                    help="shared library (repeatable: the union of exports counts)")
    ap.add_argument("--groups", default="all", help="comma-separated group tags (default: all)")
    ap.add_argument("--since", choices=["8.1"], help="only what release 8.1 already had")
    ap.add_argument("--headers-only", action="store_true", help="do not look at a library")
    ap.add_argument("--check-placement", action="store_true",
                    help="also report functions not visible from their documented header")
    ap.add_argument("--fail-on-extra", action="store_true",
                    help="undocumented exported symbols fail the run")
    ap.add_argument("--tables", default=os.path.join(HERE, "tables"), help="folder of the JSON tables")
    ap.add_argument("--cc", default=os.environ.get("CC"), help="C compiler")
    ap.add_argument("--cxx", default=os.environ.get("CXX"), help="C++ compiler")
    ap.add_argument("--nm", default=os.environ.get("NM", "nm"))
    ap.add_argument("--limit", type=int, default=40, metavar="N",
                    help="items listed per report section (default 40; 0 = all)")
    a = ap.parse_args()

    t0 = time.time()
    t = Tables(a.tables)
    all_groups = t.groups
    if a.groups == "all":
        groups = list(all_groups)
    else:
        groups = [g.strip() for g in a.groups.split(",") if g.strip()]
        unknown = [g for g in groups if g not in all_groups]
        if unknown or not groups:
            die("unknown group(s): %s\nknown: %s" % (", ".join(unknown), ", ".join(all_groups)))
    if not a.headers_only and not a.lib:
        die("give --lib PATH, or --headers-only")
    for d in a.include:
        if not os.path.isdir(d):
            die("no such folder: " + d)
    t.restrict(set(groups), a.since)

    def pick(given, names):
        if given:
            if not shutil.which(given):
                die("compiler not found: " + given)
            return given
        for n in names:
            if shutil.which(n):
                return n
        die("no compiler found, tried: " + ", ".join(names))
    work = tempfile.mkdtemp(prefix="check_abi.")
    try:
        return check(a, t, groups, work, pick(a.cxx, ["g++", "clang++", "c++"]),
                     pick(a.cc, ["gcc", "clang", "cc"]), t0)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def listing(title, items, limit):
    if not items:
        return
    print("%s (%d):" % (title, len(items)))
    shown = items if limit == 0 else items[:limit]
    for x in shown:
        print("  " + x)
    if len(shown) < len(items):
        print("  ... and %d more (use --limit 0)" % (len(items) - len(shown)))
    print()


def check(a, t, groups, work, cxx_exe, cc_exe, t0):
    cxx = Compiler("c++", cxx_exe, a.include, work)
    cc = Compiler("c", cc_exe, a.include, work)
    by_name = {f["name"]: f for f in t.functions}
    header_errors = []

    entry = ENTRY_HEADERS
    if a.groups != "all":     # leave headers of other groups alone
        wanted = {"acl/acl.h"}
        for x in (t.functions + t.enums + t.constants + t.structs + t.opaque + t.fnptrs):
            wanted |= {x["header"], x.get("header_8_1", x["header"])}
        entry = [h for h in ENTRY_HEADERS if h in wanted]
    hx, broken_x = usable_headers(cxx, a.include, entry)
    if not any(os.path.exists(os.path.join(d, "acl/acl.h")) for d in a.include):
        header_errors.append("acl/acl.h does not exist under the include folder")
    header_errors += summarize_broken(broken_x, "C++17")
    hc, broken_c = usable_headers(cc, a.include, entry)
    skipped_c = {h for h in broken_c if h in CXX_ONLY_REFERENCE and h not in broken_x}
    hc = [h for h in hc if h not in skipped_c]
    header_errors += summarize_broken(
        collections.OrderedDict((h, m) for h, m in broken_c.items() if h not in skipped_c), "C11")

    mismatches = []           # (group, text)
    lacking = []              # the same, for values and types that do not exist at all
    undeclared = {}           # function -> languages
    bad_proto = {}            # function -> set of languages
    totals = collections.Counter()
    wrong = collections.Counter()

    def evaluate(comp, headers, lang, skip_headers):
        sub = t
        if skip_headers:
            sub = Tables.__new__(Tables)
            for attr in ("functions", "enums", "constants", "other", "structs", "opaque", "fnptrs"):
                setattr(sub, attr, [x for x in getattr(t, attr) if x["header"] not in skip_headers])
        probes = build_probes(sub, lang)
        failed, head = run_probes(comp, headers, probes)
        if not (broken_x if lang == "c++" else set(broken_c) - skipped_c):
            for h in head[:10]:
                header_errors.append("all headers together, %s: %s" % (lang, h))
        return probes, failed

    seen = set()
    for comp, headers, lang, skip in ((cxx, hx, "c++", set()), (cc, hc, "c", skipped_c)):
        probes, failed = evaluate(comp, headers, lang, skip)
        if lang == "c++":
            for p in probes:
                if p.kind != "function":
                    totals[p.group, p.kind, p.name] += 1
        need_types = [probes[i].name for i in failed
                      if probes[i].kind == "function" and lang == "c++"
                      and classify(probes[i], failed[i])[0] == "wrong"]
        real = show_types(cxx, hx, need_types) if lang == "c++" else {}
        for i in sorted(failed):
            p = probes[i]
            state, msg = classify(p, failed[i])
            tag = "C++" if lang == "c++" else "C"
            if p.kind == "function":
                if state == "absent":
                    undeclared.setdefault(p.name, []).append(tag)
                    continue
                bad_proto.setdefault(p.name, set()).add(tag)
                if p.name in seen:
                    continue
                seen.add(p.name)
                text = "[%s] %s %s: expected %s" % (p.group, tag, p.name, fn_pointer(by_name[p.name]))
                if p.name in real:
                    text += "; found " + real[p.name]
                if state == "error":
                    text += "; " + msg
                mismatches.append((p.group, text))
            else:
                key = (p.kind, p.name, p.what)
                if key in seen or (p.kind, p.name, "absent") in seen:
                    continue
                wrong[p.group, p.kind, p.name] += 1
                if state == "absent":
                    seen.add((p.kind, p.name, "absent"))
                    text = "[%s] %s %s %s: missing (expected %s)" % (p.group, tag, p.kind, p.name, p.what)
                elif state == "wrong":
                    text = "[%s] %s %s %s: expected %s" % (p.group, tag, p.kind, p.name, p.what)
                else:
                    text = "[%s] %s %s %s (%s): %s" % (p.group, tag, p.kind, p.name, p.what, msg)
                seen.add(key)
                (lacking if state == "absent" else mismatches).append((p.group, text))

    good = [f["name"] for f in t.functions if f["name"] not in undeclared and f["name"] not in bad_proto]
    link = linkage(cxx, hx, good, a.nm, work) if good and not broken_x else {}
    if link is None:
        header_errors.append("linkage check: taking the addresses of the functions failed")
        link = {}
    if any(o["name"] == "ACL_APP_LOG" for o in t.other) and "aclAppLog" in good:
        for comp, headers, lang, broken in ((cxx, hx, "C++", broken_x), (cc, hc, "C", broken_c)):
            text = "\n".join(prelude(comp.lang, headers) + [
                "#ifdef ACL_APP_LOG", "static inline void abi_log(int v);",
                "static inline void abi_log(int v) { ACL_APP_LOG(ACL_INFO, \"%d\", v); }", "#endif", ""])
            rc, mine, foreign = comp.run(text)
            if rc != 0 and not (set(broken) - skipped_c):
                mismatches.append(("base", "[base] %s constant ACL_APP_LOG: not usable: %s"
                                   % (lang, (mine + foreign)[0][2])))
    for n, why in sorted(link.items()):
        bad_proto.setdefault(n, set()).add("linkage")
        mismatches.append((by_name[n]["group"], "[%s] %s: %s" % (by_name[n]["group"], n, why)))

    # C++ overload header, when the project has one
    overload_notes = []
    if t.overloads and a.since is None:
        if any(os.path.exists(os.path.join(d, OVERLOAD_HEADER)) for d in a.include):
            probes = overload_probes(t)
            failed, head = run_probes(cxx, [OVERLOAD_HEADER], probes)
            if not broken_x:
                for h in head[:5]:
                    header_errors.append("%s: %s" % (OVERLOAD_HEADER, h))
            for i in sorted(failed):
                p = probes[i]
                mismatches.append((p.group, "[%s] C++ overload %s: not callable" % (p.group, p.name)))
        else:
            overload_notes.append("%s absent: %d optional C++ overloads not checked"
                                  % (OVERLOAD_HEADER, len(t.overloads)))

    # library
    exported = set()
    extra_acl, extra_other, not_code = [], [], []
    if not a.headers_only:
        table = exported_symbols(a.lib, a.nm)
        exported = {n for n, k in table.items() if k in "TtWwiV"}
        for n in sorted(table):
            if n in t.all_names:
                if n in by_name and n not in exported:
                    not_code.append(n)
                continue
            if n in LINKER_NAMES:
                continue
            (extra_acl if re.match(r"(acl|rt)[A-Za-z]", n) else extra_other).append(n)

    # ------------------------------------------------------------------ report
    listing("Header problems", header_errors, a.limit)
    listing("Mismatches", [x for _, x in mismatches], a.limit)
    listing("Values, types and fields missing from the headers (counted as mismatches)",
            [x for _, x in lacking], a.limit)
    listing("Functions not declared in the headers",
            [n + ("" if "C++" in undeclared[n] else " (in C)") for n in sorted(undeclared)], a.limit)
    if not a.headers_only:
        listing("Not exported by the library", [f["name"] for f in t.functions
                                                if f["name"] not in exported], a.limit)
        listing("Exported, but not as code", not_code, a.limit)
        listing("warning: exported acl*/rt* names that the tables do not document", extra_acl, a.limit)
        listing("warning: other exported names", extra_other, a.limit)
    if a.check_placement:
        listing("warning: placement", header_placement(cxx, t, a.include), a.limit)
    for n in overload_notes:
        print("note: " + n)
    for h in sorted(skipped_c):
        print("note: %s is not valid C (nor is the reference header); checked in C++ only" % h)
    if overload_notes or skipped_c:
        print()

    kinds_consts, kinds_layout = ("enum", "constant"), ("struct", "type")
    row = "%-12s %6s %9s %9s %9s %8s %13s %13s %s"
    print(row % ("group", "funcs", "declared", "exported", "proto-OK", "missing",
                 "values", "layouts", ""))
    n_exp = n_all = 0
    complete = not header_errors
    for g in groups:
        fs = [f["name"] for f in t.functions if f["group"] == g]
        dec = [f for f in fs if f not in undeclared]
        exp = [f for f in fs if f in exported]
        ok = [f for f in dec if f not in bad_proto]
        miss = [f for f in fs if f in undeclared or (f not in exported and not a.headers_only)]
        n_all += len(fs)
        n_exp += len(exp)
        vals = {k for k in totals if k[0] == g and k[1] in kinds_consts}
        lays = {k for k in totals if k[0] == g and k[1] in kinds_layout}
        vok = sum(1 for k in vals if not wrong[k])
        lok = sum(1 for k in lays if not wrong[k])
        g_mis = sum(1 for x, _ in mismatches + lacking if x == g)
        done = (len(dec) == len(fs) and len(ok) == len(fs) and not g_mis
                and (a.headers_only or len(exp) == len(fs)))
        complete = complete and done
        print(row % (g, len(fs), len(dec), "-" if a.headers_only else len(exp), len(ok), len(miss),
                     "%d/%d" % (vok, len(vals)), "%d/%d" % (lok, len(lays)),
                     "complete" if done else "INCOMPLETE"))
    if a.fail_on_extra and (extra_acl or extra_other):
        complete = False
    print()
    print("%.1f s, %d compiler runs" % (time.time() - t0, cxx.runs + cc.runs))
    k = len(mismatches) + len(lacking) + len(header_errors)
    if a.headers_only:
        print("%d of %d functions declared, %d mismatches" % (n_all - len(undeclared), n_all, k))
    else:
        print("%d of %d functions exported, %d mismatches" % (n_exp, n_all, k))
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
