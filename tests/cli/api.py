#!/usr/bin/env python3
"""The library as it is installed: headers, symbols, pkg-config, man page.

usage: api.py BUILD_FOLDER ROOT
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

FLAGS = ["-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wconversion", "-Wmissing-prototypes", "-Wstrict-prototypes",
         "-Wcast-qual", "-Wundef", "-Werror"]

# Uses every macro of the headers, in the ways a model does.
EVERY_MACRO = r"""
#include <synod_kit.h>
enum { ASK, ANSWER };
typedef struct item { int a; double b; } item;
static bool wants(const syn_msg *m, const void *context) { return m->tag == *(const uint32_t *)context; }
static void other(void *arg) { (void)arg; syn_exit(); }
static void look(void *state, const syn_observation *o) { (void)state; (void)o; }
static void end(void *arg) {
    int value; size_t size; (void)arg;
    syn_assert(syn_published(SYN_FIRST, 1, &size) != NULL || syn_published_int(SYN_FIRST, 2, &value), "none");
    syn_assert(syn_has_ended(SYN_FIRST), "%d", 1);
}
static void print(FILE *out, const void *data, size_t size) { (void)data; fprintf(out, "%zu", size); }
static void all(void *arg) {
    syn_describe(ASK, "ask", print);
    const syn_monitoring monitor = {.name = "m", .see = look};
    syn_monitor(&monitor);
    syn_at_end(end, arg);
    item i = {1, 2};
    syn_thread me = syn_self(), t[2];
    int tag = ASK;
    t[0] = syn_spawn("a", other, NULL);
    t[1] = syn_spawn_value("b", other, me);
    const syn_spawning s = {.name = "c", .run = other, .may_crash = true};
    syn_join(syn_spawn_with(&s));
    syn_send(t[0], ASK, &i, sizeof i);
    syn_send_as(SYN_MBOX, t[0], ASK, &i, sizeof i);
    syn_send_lossy(t[0], ASK, &i, sizeof i);
    syn_broadcast(t, 2, ASK, NULL, 0);
    syn_tell(me, tag);
    syn_send_int(me, tag, 3);
    syn_send_int(me, ANSWER, 3);
    syn_send_value(me, ASK, i);
    if (syn_flip()) syn_recv(); else syn_assume(syn_nondet(3) == 1);
    item got = syn_value(item, syn_recv_tag(ASK));
    uint32_t wanted = ANSWER;
    syn_msg m = syn_recv_if(wants, &wanted, sizeof wanted);
    syn_assert(syn_int(m) == got.a, "they are %d and %f", got.a, got.b);
    m = syn_recv_tag(tag);
    m = syn_recv_from(me);
    m = syn_recv_from_any(t, 2);
    const syn_filter f = {.from = t, .from_count = 2};
    m = syn_receive(&f);
    if (syn_poll(&m) || syn_try_receive(&f, &m) || syn_recv_timeout(&f, &m)) syn_note("got %u", m.tag);
    int values[] = {2, 3, 5};
    int value = syn_choose(values);
    syn_publish(1, &value, sizeof value);
    syn_publish_int(2, value);
    *(int *)syn_alloc(sizeof(int)) = 1;
    syn_oneshot c = syn_oneshot_new("c");
    syn_oneshot_send(c, &value, sizeof value);
    syn_oneshot_send_value(c, value);
    if (!syn_oneshot_try_recv(c, &m)) m = syn_oneshot_recv(c);
    syn_register r = syn_register_new("r", 0);
    syn_register_write(r, syn_register_read(r) + syn_register_add(r, 1));
    if (!syn_register_cas(r, 1, 2)) syn_fail("no %s", "swap");
    syn_lock l = syn_lock_new("l");
    if (!syn_lock_try(l)) syn_lock_take(l);
    syn_lock_release(l);
    syn_barrier_wait(syn_barrier_new("b", 1), 0);
    syn_waitgroup g = syn_waitgroup_new("g", 1);
    syn_waitgroup_done(g, 0);
    syn_waitgroup_wait(g);
    if (syn_timer_cancel(syn_timer_start("t", ASK))) syn_crasher(t, 2, 1);
}
int main(int argc, char **argv) {
    const syn_test test = SYN_TEST(all);
    syn_verdict_free(syn_check(&test, NULL));
    return syn_main(argc, argv, SYN_TEST(all), SYN_TEST_WITH(all, argv));
}
"""

HELLO = r"""
#include <synod_kit.h>
enum { HELLO };
static void greet(void *arg) { syn_tell(*(syn_thread *)arg, HELLO); }
static void two(void *arg) {
    (void)arg;
    syn_thread me = syn_self();
    syn_spawn_value("a", greet, me);
    syn_spawn_value("b", greet, me);
    syn_recv();
}
int main(void) {
    const syn_test test = SYN_TEST(two);
    const syn_options quiet = {.quiet = true};
    syn_verdict *v = syn_check(&test, &quiet);
    printf("%d %lu\n", v->outcome == SYN_HOLDS, (unsigned long)v->executions);
    syn_verdict_free(v);
    return 0;
}
"""


def run(*args, **more):
    return subprocess.run(args, capture_output=True, text=True, **more)


def compilers():
    return [c for c in ("gcc", "clang") if shutil.which(c)]


def headers_compile_without_a_warning(build, root):
    for cc in compilers():
        for std in "c11", "c17":
            done = run(cc, "-std=" + std, *FLAGS, "-I", root + "/include", "-fsyntax-only", "-x", "c", "-",
                       input=EVERY_MACRO)
            if done.returncode:
                yield f"{cc} -std={std}:\n{done.stderr}"


def headers_can_be_included_from_cpp(build, root):
    for cc in compilers():
        done = run(cc, "-x", "c++", "-Wall", "-Wextra", "-Werror", "-I", root + "/include", "-fsyntax-only", "-",
                   input='#include <synod_kit.h>\nint main() { syn_lock l = {1}; return (int)l.server - 1; }\n')
        if done.returncode and "cc1plus" not in done.stderr:  # there is no C++ compiler
            yield f"{cc}:\n{done.stderr}"


def headers_text(root):
    text = ""
    for name in "synod.h", "synod_kit.h":
        with open(os.path.join(root, "include", name)) as f:
            text += f.read()
    return text


def what_is_declared_is_exported_and_nothing_else(build, root):
    declared = set(re.findall(r"^SYNOD_API[^;]*?\b(syno?d?_\w+)\(", headers_text(root), re.M))
    done = run("nm", "-D", "--defined-only", os.path.join(build, "libsynod.so"))
    exported = {line.split()[-1].split("@")[0] for line in done.stdout.splitlines()}
    for name in sorted(declared - exported):
        yield f"{name} is declared, but not in the library"
    with open(os.path.join(root, "src/api/model/intercept.c")) as f:
        intercepted = set(re.findall(r"^EXPORT .*?\b(\w+)\(", f.read(), re.M))
    if len(intercepted) < 20:
        yield f"only {len(intercepted)} functions are intercepted"
    for name in sorted(intercepted - exported):
        yield f"{name} is to be intercepted, but not in the library"
    for name in sorted(exported - declared - intercepted):
        yield f"{name} is in the library, but not declared"


def the_man_page_tells_about_every_name(build, root):
    with open(os.path.join(build, "libsynod.3")) as f:
        page = f.read()
    shown = re.sub(r"/\* ---- Behind the macros.*?(?=/\* ----|\Z)", "", headers_text(root), flags=re.S)
    names = re.findall(r"^#define (\w+)\(", shown, re.M) + re.findall(r"^SYNOD_API[^;]*?\b(\w+)\(", shown, re.M)
    if len(names) < 60:
        yield f"only {len(names)} names were found in the headers"
    for name in names:
        if not re.search(rf"^\\fB(.*\W)?{name}\(", page, re.M):
            yield f"{name} is not in libsynod(3)"
    if shutil.which("groff"):
        done = run("groff", "-man", "-ww", "-Tutf8", "-z", os.path.join(build, "libsynod.3"))
        if done.stderr:
            yield done.stderr


def what_is_missing_of_the_pages(place):
    """The README, what it refers to in docs and examples, and an example that works."""
    readme, = glob.glob(place + "/**/doc/synod/README.md", recursive=True) or [None]
    synod, = glob.glob(place + "/**/bin/synod", recursive=True)
    if readme is None:
        yield "the README is not installed"
        return
    pages = os.path.dirname(readme)
    with open(readme) as f:
        links = re.findall(r"\]\(((?:docs|examples)/[^)#]*)", f.read())
    yield from (f"the README refers to {x}, which is not installed" for x in links
                if not os.path.exists(os.path.join(pages, x)))
    if len(links) < 10:
        yield f"only {len(links)} links"
    done = run(synod, "check", "-q", os.path.join(pages, "examples", "client-server"))
    if done.returncode:
        yield f"an installed example: {done.stdout}{done.stderr}"
    if glob.glob(pages + "/**/meson.build", recursive=True):
        yield "files of the build are installed"


def a_program_links_with_what_is_installed(build, root):
    with tempfile.TemporaryDirectory() as place:
        done = run("meson", "install", "-C", build, "--no-rebuild", "--destdir", place)
        if done.returncode:
            yield done.stdout + done.stderr
            return
        config, = glob.glob(place + "/**/synod.pc", recursive=True)
        man = glob.glob(place + "/**/man3/libsynod.3", recursive=True)
        if len(man) != 1:
            yield "the man page is not installed"
        yield from what_is_missing_of_the_pages(place)
        env = dict(os.environ, PKG_CONFIG_SYSROOT_DIR=place,
                   PKG_CONFIG_PATH=os.path.dirname(config))
        source = os.path.join(place, "hello.c")
        with open(source, "w") as f:
            f.write(HELLO)
        library = os.path.dirname(os.path.dirname(config))
        for kind, ask, link in ("shared", [], []), ("static", ["--static"], ["-static"]):
            flags = run("pkg-config", *ask, "--cflags", "--libs", "synod", env=env)
            program = os.path.join(place, kind)
            # Static programs have no dlopen of their own, about which ld warns.
            done = run("gcc", "-Wall", source, *flags.stdout.split(), *link, "-o", program)
            if done.returncode:
                yield f"{kind}: {flags.stdout}{flags.stderr}{done.stderr}"
                continue
            done = run(program, env=dict(os.environ, LD_LIBRARY_PATH=library))
            if done.stdout != "1 2\n":
                yield f"{kind}: prints {done.stdout!r} {done.stderr!r}, status {done.returncode}"


def main():
    build, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    failed = 0
    for test in (headers_compile_without_a_warning, headers_can_be_included_from_cpp,
                 what_is_declared_is_exported_and_nothing_else, the_man_page_tells_about_every_name,
                 a_program_links_with_what_is_installed):
        problems = list(test(build, root))
        for problem in problems:
            print(f"{test.__name__}: {problem}")
        failed += len(problems)
    print(f"{failed} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
