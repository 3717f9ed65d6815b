#!/usr/bin/env python3
"""Everything a reader should not have to check by eye.

usage: lint.py                     all checks
       lint.py --report CHECK...   prints every offender of these checks, however many are allowed

  format     clang-format agrees with every file
  layers     a folder of src/ includes only itself and the folders below it in LAYERS
  tree       the IR, core, analyses, engines and reports do not see the syntax tree
  engines    no engine includes another one
  types      no type name is defined in two headers
  headers    every header compiles alone
  together   all headers compile in one translation unit
  prefixes   the functions of a header carry the prefix of its file or folder
  asserts    core, engine, evidence and analysis have at least 10 assertions per 1,000 lines of code
  names      comments and documents name no source file that does not exist
  size       no source file is longer than 1,000 lines
  says       a .c file of more than 150 lines, or the header of the same name, says at its top what it does and why
  tidy       clang-tidy finds nothing
  cppcheck   cppcheck finds nothing

A check that is not met yet has its number of offenders in NOT_YET.  The number may only fall: lower it when you remove
offenders, and remove the entry at 0.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

LAYERS = ["base", "icet", "lang", "ir", "analysis", "core", "engine", "evidence", "report", "api", "icet_instance", "cli"]
# The table of engines is the one file that sees all of them.
ENGINE_TABLE = {"src/engine/registry.c", "src/engine/registry.h"}
ASSERTED = ["src/core", "src/engine", "src/evidence", "src/analysis"]
ASSERTS_PER_1000 = 10
NOT_YET = {}
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


# ---- What C says ----

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def blank(found):
    return re.sub(r"[^\n]", " ", found.group())


def code_of(path):
    """Without comments, strings and directives; lines stay where they are."""
    return DIRECTIVE.sub(blank, TOKEN.sub(blank, read(path)))


def comments_of(path):
    """(line, text) of all comments."""
    text = read(path)
    return [(text.count("\n", 0, found.start()) + 1, found.group()) for found in TOKEN.finditer(text)
            if found.group().startswith("/")]


def declarations(path):
    """(line, text) of what a header declares, with {} for each body."""
    code = code_of(path)
    depth, begin, last, text = 0, 0, 0, ""
    for found in re.finditer(r"[{};]", code):
        if depth == 0:
            text += code[last:found.start()]
        depth += {"{": 1, "}": -1, ";": 0}[found.group()]
        last = found.end()
        if found.group() == "}" and depth == 0:
            text += "{}"
        is_function = found.group() == "}" and depth == 0 and re.match(r"\s*static\b[^={]*\)\s*\{\}$", text)
        if is_function or (found.group() == ";" and depth == 0):
            begin += len(code[begin:]) - len(code[begin:].lstrip())
            yield code.count("\n", 0, begin) + 1, " ".join(text.split())
            begin, text = last, ""


def typedef_name(text):
    pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)", text)
    if pointer:
        return pointer.group(1)
    text = re.sub(r"\[[^\]]*\]$", "", text)
    function = re.search(r"(\w+)\s*\((?:[^()]|\([^()]*\))*\)$", text)
    return function.group(1) if function else re.findall(r"\w+", text)[-1]


def types_of(path):
    """(line, name, is it only announced) of the types of a header."""
    for line, text in declarations(path):
        announced = re.match(r"typedef (?:struct|union|enum) (\w+) (\w+)$", text)
        tag = re.search(r"\b(?:struct|union|enum) (\w+) ?\{", text)
        if announced and announced.group(1) == announced.group(2):
            yield line, announced.group(1), True
        elif text.startswith("typedef"):
            yield line, typedef_name(text), False
        if tag and not text.startswith("typedef"):
            yield line, tag.group(1), False


def functions_of(path):
    """(line, name) of the functions of a header that are not static."""
    for line, text in declarations(path):
        text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text).strip()
        found = re.match(r"(?!typedef\b|static\b|struct \w+ ?\{|enum\b.*\{)[\w\s*]+?\b(\w+)\s*\(.*\)$", text)
        if found and not found.group(1).isupper():
            yield line, found.group(1)


# ---- How the house is built ----

def check_layers():
    problems = []
    for path in files("src/*.c", "src/*.h"):
        folder = path.split("/")[1]
        if folder not in LAYERS:
            problems.append(f"{path}: {folder}/ is not in LAYERS")
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            found = re.match(r'#include "(\w+)/', line)
            if found and found.group(1) in LAYERS and LAYERS.index(found.group(1)) > LAYERS.index(folder):
                problems.append(f"{path}:{number}: includes {found.group(1)}/, which is a higher layer")
    return problems


def check_tree():
    """Only front end, lowering (ir/lower*, ir/build, ir/expression.c), extraction to IceT and loaders may include lang/ast.h."""
    includes = {}
    for path in files("src/*.c", "src/*.h"):
        includes[path] = ["src/" + x for x in re.findall(r'^#include "([^"]+)"', read(path), re.M)]

    def path_to_tree(path, seen):
        if path == "src/lang/ast.h":
            return [path]
        seen.add(path)
        for other in includes.get(path, []):
            found = other not in seen and path_to_tree(other, seen)
            if found:
                return [path, *found]
        return None

    walled = re.compile(r"src/(core|analysis|engine|evidence|report|ir/(ir|print|verify)\.|ir/(lower|expression)\.h)")
    chains = [path_to_tree(path, set()) for path in includes
            if walled.match(path) and not path.startswith("src/engine/sequential/extract/")]
    return [" includes ".join(chain) for chain in chains if chain]


def check_engines():
    problems = []
    for path in set(files("src/engine/*.c", "src/engine/*.h")) - ENGINE_TABLE:
        own = path.split("/")[2]
        for number, line in enumerate(read(path).splitlines(), 1):
            found = re.match(r'#include "engine/(\w+)/', line)
            if found and found.group(1) != own:
                problems.append(f"{path}:{number}: includes engine {found.group(1)}; move what both need to engine/ or core/")
    return sorted(problems)


def hidden_types():
    """(folder, name) of the structs that are defined in a .c file."""
    return {(os.path.dirname(path), name) for path in files("src/*.c")
            for name in re.findall(r"^(?:struct|union) (\w+) \{", read(path), re.M)}


def check_types():
    """An opaque type is defined in the folder that has its struct in a .c file, and may be announced there twice."""
    hidden = hidden_types()
    places = {}
    for path in files("src/*.h", "include/*.h"):
        folder = os.path.dirname(path)
        for line, name, is_announced in types_of(path):
            if not is_announced:
                places.setdefault(name, {})[path] = f"{path}:{line}"
            elif (folder, name) in hidden:
                places.setdefault(name, {})[folder] = f"{path}:{line}"
    return [f"{name} is defined in {len(where)} headers: {', '.join(where.values())}"
            for name, where in sorted(places.items()) if len(where) > 1]


def check_together():
    text = "".join(f'#include "{os.path.abspath(path)}"\n' for path in files("src/*.h"))
    done = subprocess.run(["gcc", *FLAGS, "-Wall", "-Wextra", "-fmax-errors=0", "-fsyntax-only", "-x", "c", "-"],
                          input=text, capture_output=True, text=True)
    root = os.getcwd() + "/"
    return [line.replace(root, "") for line in done.stderr.splitlines() if " error: " in line]


def prefixes(path):
    """What the functions of a header may begin with: a_b.h in c/d gives a_b_, a_, c_ and d_."""
    parts = path.removesuffix(".h").split("/")[1:]
    stem = parts[-1].removesuffix("_private").split("_")
    names = ["_".join(stem[:i]) for i in range(len(stem), 0, -1)] + parts[:-1]
    return tuple(f"{one}_" for name in names for one in (name, name.removesuffix("s"), name + "s"))


def check_prefixes():
    return [f"{path}:{line}: {name} does not begin with {prefixes(path)[0]}"
            for path in files("src/*.h") for line, name in functions_of(path) if not f"{name}_".startswith(prefixes(path))]


def check_asserts():
    problems = []
    for folder in ASSERTED:
        code = [line for path in files(f"{folder}/*.c", f"{folder}/*.h")
                for line in code_of(path).splitlines() if line.strip()]
        asserts = sum(bool(re.search(r"\b(assert|INVARIANT)\(", line)) for line in code)
        wanted = len(code) * ASSERTS_PER_1000 // 1000
        problems += [f"{folder}: {asserts} assertions in {len(code)} lines of code, {wanted} are wanted"
                     ] * max(0, wanted - asserts)
    return problems


# x.c stands for any file.
ANY_FILE = re.compile(r"^(?:.*/)?(?:test_)?[a-z](?:_private)?\.(?:c|h|py|def)$")
FILE_NAME = re.compile(r"(?<![\w./<*-])(?:[a-z0-9_]+/)*[a-z0-9_]+\.(?:c|h|py|def)\b(?![\w(])")


def named_files():
    """(path, line, file) of all files that comments and documents name.  What is for users speaks of their files, too:
    there a name counts if it has a folder of this project."""
    texts = [(path, line, text) for path in files("src/*.c", "src/*.h", "src/*.def", "tests/*.c", "tests/*.h")
             for line, text in comments_of(path)]
    texts += [(path, 1, read(path)) for path in files("ARCHITECTURE.md", "CONTRIBUTING.md")]
    texts += [(path, 1, re.sub(r"(?<![\w/])(?!src/|tests/)[\w/]+\.\w+", "", read(path)))
              for path in files("docs/*.md", "include/*.h")]
    for path, line, text in texts:
        for found in FILE_NAME.finditer(text):
            yield path, line + text.count("\n", 0, found.start()), found.group()


def check_names():
    known = set()
    for path in files():
        parts = path.split("/")
        known.update("/".join(parts[i:]) for i in range(len(parts)))
    return [f"{path}:{line}: names {name}, which does not exist" for path, line, name in named_files()
            if name not in known and not ANY_FILE.match(name) and not os.path.exists(f"/usr/include/{name}")]


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


SPEAKS_FROM = 150  # lines of a .c file
TOP = 15


def has_introduction(path):
    """Is there a comment of two lines or more within the first lines?"""
    if not os.path.exists(path):
        return False
    comments = [found for found in TOKEN.finditer(read(path)) if found.group().startswith("/*")]
    return any(found.group().count("\n") > 0 and found.string.count("\n", 0, found.start()) < TOP for found in comments)


def check_says():
    return [f"{path}: does not say at its top what it does and why it is right" for path in files("src/*.c")
            if read(path).count("\n") > SPEAKS_FROM
            and not has_introduction(path) and not has_introduction(path.removesuffix(".c") + ".h")]


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


CHECKS = [check_format, check_layers, check_tree, check_engines, check_types, check_headers, check_together, check_prefixes,
          check_asserts, check_names, check_size, check_says, check_tidy, check_cppcheck]


def name_of(check):
    return check.__name__.removeprefix("check_")


def report(names):
    for check in CHECKS:
        if name_of(check) in names:
            problems = check()
            print("\n".join([f"{name_of(check)}: {len(problems)}", *problems]))


def judge(name, problems):
    """What to print, and whether it is a failure: more problems than NOT_YET allows."""
    allowed = NOT_YET.get(name, 0)
    if len(problems) > allowed:
        return [f"{name}: {len(problems)}" + (f", at most {allowed} are allowed" if allowed else ""), *problems[:60]], True
    if len(problems) < allowed:
        return [f"{name}: ok, {len(problems)} left; lower NOT_YET from {allowed}"], False
    return [f"{name}: ok" + (f", {allowed} left" if allowed else "")], False


def main():
    if sys.argv[1:2] == ["--report"]:
        report(sys.argv[2:] or NOT_YET)
        return 0
    failed = 0
    for check in CHECKS:
        lines, is_bad = judge(name_of(check), check())
        print("\n".join(lines), flush=True)
        failed += is_bad
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
