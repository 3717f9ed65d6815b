/* Models in C: sorts the arguments into those of the compiler and those of the model,
 * compiles, and becomes the model.
 *
 * The process is replaced by the model (fexecve), so that signals, exit codes and the
 * terminal behave as if the user had started it.  The compiled program is removed
 * before it starts (compiler.h); an open descriptor keeps it alive.
 */
#include "cli/check_c.h"

#include "cli/cmd.h"
#include "cli/compiler.h"
#include "cli/help.h"

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The variable that tells the model which command started it: see api/main.c. */
#define RUN_AS "SYNOD_RUN_AS"

typedef VEC(char *) words; /* with a NULL at the end for exec */

typedef struct build {
    arena memory;
    words sources;   /* files */
    words compiler;  /* options for it */
    words libraries; /* options for the linker, behind the files */
    words model;     /* arguments of the model */
    const char *out; /* where to keep the program, or NULL */
    bool only_compiles;
    bool is_quiet;
} build;

static char *keep(build *b, strbuf *text)
{
    char *copy = arena_strndup(&b->memory, strbuf_text(text), text->len);
    strbuf_free(text);
    return copy;
}

/* ---- Sorting the arguments ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    size_t tail = strlen(end);
    return len > tail && strcmp(text + len - tail, end) == 0;
}

static bool is_cpp(const char *arg)
{
    return ends_with(arg, ".cc") || ends_with(arg, ".cpp") || ends_with(arg, ".cxx");
}

bool check_c_is_named(const char *const *args, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (args[i][0] != '-' && (ends_with(args[i], ".c") || is_cpp(args[i])))
            return true;
    return false;
}

/* -Idir and the like; no option of Synod begins with these letters. */
static bool is_compilers(const char *arg)
{
    return arg[0] == '-' && arg[1] != '\0' &&
           (strchr("DIULlOgWfm", arg[1]) != NULL || strncmp(arg, "-std=", 5) == 0);
}

static bool is_library(const char *arg)
{
    return arg[1] == 'l' || arg[1] == 'L';
}

static bool takes_next(const char *arg)
{
    return strlen(arg) == 2 && strchr("DIULlo", arg[1]) != NULL;
}

static bool cannot_mix(const char *arg, const char *language)
{
    fprintf(
        stderr,
        "synod: error: '%s' is not a C file; check models in C and in %s separately\n",
        arg, language);
    return false;
}

static bool cannot_be_cpp(const char *arg)
{
    fprintf(stderr, "synod: error: '%s' is C++; models must be in C\n", arg);
    return false;
}

/* Checked here, since the compiler's message would be less clear. */
static bool can_open(const char *path)
{
    if (access(path, R_OK) == 0)
        return true;
    fprintf(stderr, "%s: error: cannot open: %s\n", path, strerror(errno));
    return false;
}

/* False: an argument makes no sense here; a message was printed. */
static bool sort_arguments(build *b, int argc, char *const *argv)
{
    for (int i = 0; i < argc; i++) {
        bool has_next = takes_next(argv[i]) && i + 1 < argc;
        if (strncmp(argv[i], "-o", 2) == 0) {
            b->out = has_next ? argv[++i] : argv[i] + 2;
        } else if (is_compilers(argv[i])) {
            words *to = is_library(argv[i]) ? &b->libraries : &b->compiler;
            vec_push(to, argv[i]);
            if (has_next)
                vec_push(to, argv[++i]);
        } else if (argv[i][0] == '-') {
            vec_push(&b->model, argv[i]);
        } else if (ends_with(argv[i], ".c")) {
            vec_push(&b->sources, argv[i]);
        } else if (ends_with(argv[i], ".p") || ends_with(argv[i], ".pproj")) {
            return cannot_mix(argv[i], "P");
        } else if (ends_with(argv[i], ".icet")) {
            return cannot_mix(argv[i], "IceT");
        } else if (is_cpp(argv[i])) {
            return cannot_be_cpp(argv[i]);
        } else {
            vec_push(&b->model, argv[i]);
        }
    }
    vec_each (path, &b->sources)
        if (!can_open(*path))
            return false;
    return true;
}

/* ---- The compiler's command line ---- */

/* The words of an environment variable, split as make does. */
static void add_setting(build *b, words *to, const char *name, const char *otherwise)
{
    const char *text = getenv(name);
    if (text == NULL || text[0] == '\0')
        text = otherwise;
    char *all = arena_strndup(&b->memory, text, strlen(text));
    char *rest;
    for (char *w = strtok_r(all, " \t\n", &rest); w != NULL;
         w = strtok_r(NULL, " \t\n", &rest))
        vec_push(to, w);
}

/* The folder that this program is in. */
static bool find_home(char home[PATH_MAX])
{
    ssize_t len = readlink("/proc/self/exe", home, PATH_MAX - 1);
    if (len <= 0)
        return false;
    home[len] = '\0';
    *strrchr(home, '/') = '\0';
    return true;
}

/* The folder of the headers: ../include, both for a build folder and for an installed
 * program. */
static void add_headers(build *b, const char *home, words *to)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s/../include/synod.h", home);
    bool is_there = access(strbuf_text(&text), R_OK) == 0;
    strbuf_clear(&text);
    strbuf_printf(&text, "-I%s/../include", home);
    if (is_there)
        vec_push(to, keep(b, &text));
    strbuf_free(&text); /* otherwise the compiler may find them */
}

/* The folder of the library: that of this program, or the one it is installed in; NULL:
 * neither has it. */
static char *find_library(build *b, const char *home)
{
    static const char *const places[] = {"", "../lib/", "../lib/*/", "../lib64/"};
    char *found = NULL;
    for (size_t i = 0; found == NULL && i < sizeof places / sizeof *places; i++) {
        strbuf pattern = {0};
        glob_t all;
        strbuf_printf(&pattern, "%s/%slibsynod.so", home, places[i]);
        if (glob(strbuf_text(&pattern), 0, NULL, &all) == 0) {
            found = arena_strndup(&b->memory, all.gl_pathv[0], strlen(all.gl_pathv[0]));
            globfree(&all);
        }
        strbuf_free(&pattern);
    }
    return found;
}

/* The program must find the library when it runs. */
static void add_library(build *b, const char *home, words *to)
{
    char *path = find_library(b, home);
    if (path == NULL) {
        vec_push(to, (char *)"-lsynod"); /* the compiler may find it */
        return;
    }
    strbuf text = {0};
    strbuf_printf(&text, "-Wl,-rpath,%.*s", (int)(strrchr(path, '/') - path), path);
    vec_push(to, path);
    vec_push(to, keep(b, &text));
}

static void add_all(words *to, const words *from)
{
    vec_each (w, from)
        vec_push(to, *w);
}

static void make_command(build *b, char *program, words *line)
{
    char home[PATH_MAX] = ".";
    (void)!find_home(home);
    add_setting(b, line, "CC", "cc");
    vec_push(line, (char *)"-O2");
    vec_push(line, (char *)"-g");
    add_setting(b, line, "CFLAGS", "");
    add_all(line, &b->compiler);
    add_headers(b, home, line);
    add_all(line, &b->sources);
    vec_push(line, (char *)"-o");
    vec_push(line, program);
    add_library(b, home, line);
    add_all(line, &b->libraries);
    add_setting(b, line, "LDFLAGS", "");
    vec_push(line, NULL);
}

/* ---- Running ---- */

static void add_words(const words *from, strbuf *out)
{
    vec_each (w, from) {
        strbuf_putc(out, ' ');
        strbuf_shell(out, *w);
    }
}

/* The name of the model in messages that say what to run next. */
static void name_command(const build *b)
{
    strbuf text = {0};
    strbuf_puts(&text, "synod check");
    add_words(&b->compiler, &text);
    add_words(&b->sources, &text);
    add_words(&b->libraries, &text);
    setenv(RUN_AS, strbuf_text(&text), 1);
    strbuf_free(&text);
}

/* FILE is an open descriptor; the file may be removed already. */
static void become_model(build *b, int file, const char *program)
{
    words argv = {0};
    vec_push(&argv, arena_strndup(&b->memory, program, strlen(program)));
    add_all(&argv, &b->model);
    vec_push(&argv, NULL);
    fflush(NULL);
    fexecve(file, argv.data, environ);
    fprintf(stderr, "synod: error: cannot run the model: %s%s\n", strerror(errno),
            errno == EACCES && b->out == NULL
                ? "; TMPDIR must name a folder in which programs may run"
                : "");
    vec_free(&argv);
}

static int cannot(const char *what)
{
    fprintf(stderr, "synod: error: cannot %s: %s\n", what, strerror(errno));
    return EXIT_INPUT;
}

/* Does the program use Synod's library? One that does not also exits with 0, and would
 * pass for checked.  A program has the names of the functions that it calls; one that
 * contains the library has RUN_AS. */
static bool calls_synod(int file)
{
    static const char *const names[] = {"syn_main_tests", "syn_check", RUN_AS};
    off_t size = lseek(file, 0, SEEK_END);
    void *bytes = size <= 0 ? MAP_FAILED
                            : mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return true; /* running it will show that */
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= memmem(bytes, (size_t)size, names[i], strlen(names[i])) != NULL;
    munmap(bytes, (size_t)size);
    return found;
}

static int run_model(build *b, int file, const char *program)
{
    if (!calls_synod(file)) {
        fputs("synod: error: nothing was checked: the program calls neither syn_main "
              "nor syn_check\n",
              stderr);
        return EXIT_INPUT;
    }
    if (b->only_compiles) {
        if (!b->is_quiet)
            printf("%s: ok\n", b->sources.data[0]);
        return EXIT_OK;
    }
    fcntl(file, F_SETFD, FD_CLOEXEC);
    become_model(b, file, program);
    return EXIT_INPUT;
}

/* PROGRAM is removed before it runs, unless the user wants to keep it. */
static int compile_and_run(build *b, compiler *c, char *program)
{
    words line = {0};
    make_command(b, program, &line);
    bool ok = compiler_run(c, line.data);
    vec_free(&line);
    int file = ok ? open(program, O_RDONLY) : -1;
    int why = errno;
    compiler_end(c);
    errno = why;
    if (!ok) {
        fputs("synod: error: the model does not compile\n", stderr);
        return EXIT_INPUT;
    }
    if (file < 0)
        return cannot("open the model");
    int code = run_model(b, file, program);
    close(file);
    return code;
}

static int run_build(build *b)
{
    compiler c;
    strbuf text = {0};
    if (!compiler_begin(&c))
        return EXIT_INPUT;
    if (b->out != NULL) {
        unsetenv(RUN_AS);
        strbuf_printf(&text, "%s%s", strchr(b->out, '/') == NULL ? "./" : "", b->out);
    } else {
        name_command(b);
        strbuf_printf(&text, "%s/model", c.folder);
    }
    return compile_and_run(b, &c, keep(b, &text));
}

/* ---- Commands ---- */

/* The first argument of `replay` is the trace. */
static bool name_trace(build *b)
{
    vec_each (w, &b->model) {
        if ((*w)[0] == '-')
            continue;
        strbuf text = {0};
        strbuf_printf(&text, "--replay=%s", *w);
        *w = keep(b, &text);
        return true;
    }
    cmd_error("replay needs a file that --trace wrote");
    return false;
}

/* `compile` has few options; of these, --list-tests is for the model to answer. */
static int compile_only(build *b)
{
    options o;
    opt_rest rest = {0};
    strbuf why = {0};
    unsigned models;
    int code = EXIT_INPUT;
    options_init(&o);
    bool ok = options_parse(&o, COMPILE, "synod compile", false, (int)b->model.len,
                            b->model.data, &rest, &why) == ST_OK;
    const opt_spec *wrong = ok ? options_misfit(&o, IN_C, &models) : NULL;
    if (wrong != NULL)
        strbuf_printf(&why, "'--%s' does not apply to models in C", wrong->name);
    else if (ok && rest.len > 0)
        strbuf_printf(&why, "'%s' is not a C file", rest.data[0]);
    b->only_compiles = !o.list_tests;
    b->is_quiet = o.quiet;
    if (why.len > 0)
        cmd_error(strbuf_text(&why));
    else if (o.help)
        code = help_show(cmd_find("compile"));
    else
        code = run_build(b);
    vec_free(&rest);
    strbuf_free(&why);
    options_free(&o);
    return code;
}

static int run_as(build *b, unsigned cmd)
{
    if (cmd == COMPILE)
        return compile_only(b);
    if (cmd == REPLAY && !name_trace(b))
        return EXIT_INPUT;
    return run_build(b);
}

int check_c(unsigned cmd, int argc, char *const *argv)
{
    build b = {0};
    arena_init(&b.memory);
    int code = sort_arguments(&b, argc, argv) ? run_as(&b, cmd) : EXIT_INPUT;
    vec_free(&b.sources);
    vec_free(&b.compiler);
    vec_free(&b.libraries);
    vec_free(&b.model);
    arena_fini(&b.memory);
    return code;
}
