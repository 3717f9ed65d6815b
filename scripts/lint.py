#!/usr/bin/env python3
"""Everything a reader should not have to check by eye.

usage: lint.py

  format     clang-format agrees with every file
  layers     a folder of src/ includes only itself and what stands above it
  tree       the IR, core, analyses, engines and reports do not see the syntax tree
  headers    every header compiles alone
  size       no source file is longer than 1,000 lines
  clang-tidy and cppcheck find nothing
"""
import concurrent.futures
import os
import re
import subprocess
import sys

LAYERS = ["base", "icet", "lang", "ir", "analysis", "core", "engine", "report", "api", "icet_instance", "cli"]
TIDY = ("-*,bugprone-*,clang-analyzer-*,cert-*,"
        "-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions,"
        "-bugprone-reserved-identifier,-bugprone-macro-parentheses,-bugprone-branch-clone,"
        "-bugprone-sizeof-expression,-bugprone-assignment-in-if-condition,"
        "-bugprone-suspicious-include,"
        "-cert-dcl37-c,-cert-dcl51-cpp,-cert-err33-c,-cert-msc30-c,-cert-msc50-cpp,"
        "-clang-analyzer-optin.mpi.MPI-Checker,"  # wants a wait in the same function
        "-clang-analyzer-valist.Uninitialized,"  # clang 14 mistakes va_start in callers
        "-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling")
OPTIONAL = {"src/cli/mpi.c": "ompi-c", "src/base/smt.c": "z3"}
# How far the analyzer looks into one function: twice as far takes twice as long.
DEPTH = ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=40000"]
FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-Isrc", "-Iinclude", '-DSYNOD_VERSION="lint"']


def files(*patterns):
    out = subprocess.run(["git", "ls-files", *patterns], capture_output=True, text=True, check=True)
    return out.stdout.split()


def check_format():
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files("*.c", "*.h")],
                          capture_output=True, text=True)
    return done.stderr.splitlines()[:20] + ["run 'make format'"] if done.returncode else []


def check_layers():
    problems = []
    for path in files("src/*.c", "src/*.h"):
        own = LAYERS.index(path.split("/")[1])
        with open(path) as f:
            for number, line in enumerate(f, 1):
                found = re.match(r'#include "(\w+)/', line)
                if found and LAYERS.index(found.group(1)) > own:
                    problems.append(f"{path}:{number}: includes {found.group(1)}/, which stands below")
    return problems


def check_tree():
    """Only front end, lowering (ir/lower*, ir/build, ir/expression.c), extraction to IceT and loaders may include lang/ast.h."""
    includes = {}
    for path in files("src/*.c", "src/*.h"):
        with open(path) as f:
            includes[path] = ["src/" + x for x in re.findall(r'^#include "([^"]+)"', f.read(), re.M)]

    def way_to_tree(path, seen):
        if path == "src/lang/ast.h":
            return [path]
        seen.add(path)
        for other in includes.get(path, []):
            way = other not in seen and way_to_tree(other, seen)
            if way:
                return [path, *way]
        return None

    walled = re.compile(r"src/(core|analysis|engine|evidence|report|ir/(ir|print|verify)\.|ir/(lower|expression)\.h)")
    ways = [way_to_tree(path, set()) for path in includes
            if walled.match(path) and not path.startswith("src/engine/sequential/extract/")]
    return [" includes ".join(way) for way in ways if way]


def check_headers():
    def problem_of(path):
        done = subprocess.run(["gcc", *FLAGS, "-Wall", "-Wextra", "-fsyntax-only", "-x", "c", "-"],
                              input=f'#include "{os.path.abspath(path)}"\n', capture_output=True, text=True)
        return f"{path} does not compile alone:\n{done.stderr}" if done.returncode else None
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [p for p in pool.map(problem_of, files("src/*.h", "include/*.h")) if p]


def check_size():
    problems = []
    for path in files("src/*.c", "src/*.h", "include/*.h"):
        with open(path) as f:
            lines = sum(1 for _ in f)
        if lines > 1000:
            problems.append(f"{path}: {lines} lines; split it by responsibility")
    return problems


def package_flags(package):
    """None: the package, which is optional, is not there."""
    try:
        done = subprocess.run(["pkg-config", "--cflags", package], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return done.stdout.split() if done.returncode == 0 else None


def check_tidy():
    flags = {source: package_flags(package) for source, package in OPTIONAL.items()}
    sources = [f for f in files("src/*.c") if flags.get(f, []) is not None]
    optional = [flag for some in flags.values() for flag in some or []]
    cores = os.cpu_count() or 1

    def run(share):
        return subprocess.run(["clang-tidy", "--quiet", f"--checks={TIDY}", "--warnings-as-errors=*",
                               *sources[share::cores], "--", *FLAGS, *DEPTH, *optional],
                              capture_output=True, text=True)
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        runs = list(pool.map(run, range(cores)))
    return [line for done in runs if done.returncode for line in done.stdout.splitlines()][:60]


def check_cppcheck():
    done = subprocess.run(["cppcheck", "--quiet", "--error-exitcode=1", "--std=c11",
                           "--enable=warning,performance", "--inline-suppr",
                           "--suppress=missingIncludeSystem", "--suppress=preprocessorErrorDirective", "--suppress=assignBoolToPointer",
                           "-j2", "-D__typeof__(x)=int*", *FLAGS[1:], *files("src/*.c")], capture_output=True, text=True)
    return done.stderr.splitlines()[:60] if done.returncode else []


def main():
    failed = 0
    for check in [check_format, check_layers, check_tree, check_headers, check_size, check_tidy, check_cppcheck]:
        problems = check()
        name = check.__name__.removeprefix("check_")
        print(f"{name}: {'ok' if not problems else ''}")
        print("\n".join(problems), end="\n" if problems else "")
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
