#include "cli/icet_input.h"

#include "api/test_pattern.h"
#include "base/suggest.h"
#include "engine/sequential/extract/extract.h"
#include "icet/load.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "lang/input.h"
#include "lang/program.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A tree of folders deeper than this is a loop, or not a model. */
enum { MAX_FOLDER_DEPTH = 40 };

typedef VEC(const char *) path_list;

static bool ends_with(const char *text, const char *end)
{
    size_t len = strlen(text);
    size_t tail = strlen(end);
    return len > tail && strcmp(text + len - tail, end) == 0;
}

static bool is_icet(const char *path)
{
    return ends_with(path, ".icet");
}

static bool is_p(const char *path)
{
    return ends_with(path, ".p") || ends_with(path, ".pproj");
}

/* ---- Folders ---- */

typedef struct walk {
    arena *memory;
    path_list files; /* .icet */
    bool has_p;
    bool goes_on; /* also after a .p file */
    unsigned depth;
} walk;

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void walk_folder(walk *w, const char *path);

static void walk_entry(walk *w, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode)) {
        if (!input_is_link(path))
            walk_folder(w, path);
    } else if (is_p(path)) {
        w->has_p = true;
    } else if (is_icet(path)) {
        vec_push(&w->files, arena_strndup(w->memory, path, strlen(path)));
    }
}

/* Visits PATH if it is a folder, or a link to one. */
static void walk_from(walk *w, const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        walk_folder(w, path);
}

/* Visits the entries in the order of their names, except hidden ones.  Usually stops at
 * a .p file: then this is not a folder of IceT. */
static void walk_folder(walk *w, const char *path)
{
    struct dirent **entries;
    int count =
        w->depth < MAX_FOLDER_DEPTH ? scandir(path, &entries, is_visible, by_name) : -1;
    if (count < 0)
        return;
    strbuf child = {0};
    bool has_slash = path[strlen(path) - 1] == '/';
    w->depth++;
    for (int i = 0; i < count; i++) {
        strbuf_clear(&child);
        strbuf_printf(&child, "%s%s%s", path, has_slash ? "" : "/", entries[i]->d_name);
        if (!w->has_p || w->goes_on)
            walk_entry(w, strbuf_text(&child));
        free(entries[i]);
    }
    w->depth--;
    free(entries);
    strbuf_free(&child);
}

/* Does the folder PATH have .icet files, and does it have .p files? */
static bool has_icet(const char *path, bool and_p)
{
    arena memory;
    arena_init(&memory);
    walk w = {.memory = &memory, .goes_on = and_p};
    walk_from(&w, path);
    bool is = w.files.len > 0 && w.has_p == and_p;
    vec_free(&w.files);
    arena_fini(&memory);
    return is;
}

bool icet_input_is_meant(const char *const *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_icet(inputs[i]))
            return true;
    for (size_t i = 0; i < count; i++)
        if (has_icet(inputs[i], false))
            return true;
    return count == 0 && has_icet(".", false);
}

void icet_input_note_left_out(const options *o, const char *const *inputs, size_t count)
{
    static const char *const here = ".";
    if (o->quiet || strcmp(o->message_format, "json") == 0)
        return;
    inputs = count > 0 ? inputs : &here;
    for (size_t i = 0; i < (count > 0 ? count : 1); i++)
        if (has_icet(inputs[i], true))
            fprintf(stderr,
                    "%s: note: this folder has P models, so its IceT models are not "
                    "checked; name their files to check them\n",
                    inputs[i]);
}

/* Does a line begin with `proc` or `reactive`? In P no line does. */
static bool looks_like_icet(const char *text)
{
    while (strncmp(text, "proc ", 5) != 0 && strncmp(text, "reactive proc ", 14) != 0) {
        text = strchr(text, '\n');
        if (text == NULL)
            return false;
        text++;
    }
    return true;
}

void icet_input_recognize(program *p)
{
    if (p->diags.errors == 0)
        return;
    vec_each (file, &p->src.files)
        if (looks_like_icet(file->text))
            diag_error_in(&p->diags, file->path, "this looks like IceT; %s",
                          strcmp(file->path, FRONTEND_STANDARD_INPUT) == 0
                              ? "only P can come from the standard input"
                              : "the name of such a file ends in .icet");
}

/* ---- Files in IceT ---- */

static bool was_loaded(const icet_input *in, const char *path)
{
    vec_each (m, &in->models)
        if (strcmp(m->path, path) == 0)
            return true;
    return false;
}

static void load_file(icet_input *in, const char *path)
{
    icet_model m = {.name = path, .path = path};
    if (was_loaded(in, path) || !icet_load(path, in->src, in->diags, &m.program))
        return;
    if (m.program.process_count == 0)
        diag_error_in(in->diags, path, "this file declares no process");
    vec_push(&in->models, m);
}

static void refuse_mix(icet_input *in, const char *path)
{
    diag_error_in(in->diags, path,
                  "this is P; P and IceT models cannot be checked together");
}

static void load_folder(icet_input *in, const char *path)
{
    walk w = {.memory = &in->memory};
    walk_from(&w, path);
    if (w.has_p && !has_icet(path, true))
        refuse_mix(in, path);
    else if (w.has_p)
        diag_error_in(in->diags, path,
                      "this folder has models in P, too; name the .icet files");
    else if (w.files.len == 0)
        diag_error_in(in->diags, path, "no .icet files in this folder or below");
    for (size_t i = 0; i < w.files.len && !w.has_p; i++)
        load_file(in, w.files.data[i]);
    vec_free(&w.files);
}

static void load_one(icet_input *in, const char *path)
{
    struct stat info;
    if (input_is_standard(path))
        refuse_mix(in, FRONTEND_STANDARD_INPUT);
    else if (stat(path, &info) != 0)
        diag_error_in(in->diags, path, "cannot open: %s", strerror(errno));
    else if (S_ISDIR(info.st_mode))
        load_folder(in, path);
    else if (is_p(path))
        refuse_mix(in, path);
    else
        load_file(in, path);
}

static void load_icet(icet_input *in, const options *o, const char *const *inputs,
                      size_t count)
{
    sources_init(&in->own_src);
    diag_init(&in->own_diags, &in->own_src);
    in->own_diags.warnings_off = strcmp(o->warnings, "off") == 0;
    in->own_diags.warnings_are_errors = strcmp(o->warnings, "error") == 0;
    in->src = &in->own_src;
    in->diags = &in->own_diags;
    for (size_t i = 0; i < count; i++)
        load_one(in, inputs[i]);
    if (count == 0)
        load_one(in, ".");
}

/* ---- Programs in P ---- */

static bool is_wanted(const options *o, const char *test)
{
    return o->test == NULL || test_pattern_takes(o->test, test);
}

static void say_no_test(icet_input *in, const options *o)
{
    bool is_pattern = o->test != NULL && test_pattern_is_one(o->test);
    suggest s;
    suggest_start(&s, o->test != NULL ? o->test : "");
    vec_each (t, &in->p.program->tests)
        suggest_offer(&s, program_name(in->p.program, (*t)->name.name));
    if (o->test == NULL)
        diag_error(in->diags, SRC_NONE,
                   "the model has no test, and no machine named Main");
    else
        diag_error(in->diags, SRC_NONE,
                   is_pattern ? "no test matches '%s'" : "there is no test named '%s'",
                   o->test);
    if (o->test != NULL && !is_pattern && s.best != NULL)
        diag_hint(in->diags, "did you mean '%s'?", s.best);
}

/* Translates P to IceT: a model for each test that O asks for, or an error at the first
 * construct that cannot be translated. */
static void extract(icet_input *in, const options *o)
{
    program *p = in->p.program;
    vec_each (t, &p->tests) {
        icet_model m = {.name = program_name(p, (*t)->name.name)};
        if (!is_wanted(o, m.name) || (*t)->main_machine == NULL)
            continue;
        m.pos = (*t)->name.pos;
        if (extract_program(p, *t, in->diags, &m.program))
            vec_push(&in->models, m);
    }
    if (in->models.len == 0 && in->diags->errors == 0)
        say_no_test(in, o);
}

static void load_p(icet_input *in, const options *o, const char *const *inputs,
                   size_t count)
{
    in->p.program = frontend_load(
        inputs, count,
        &(frontend_options){.strict_p = o->strict_p,
                            .warnings_off = strcmp(o->warnings, "off") == 0,
                            .warnings_are_errors = strcmp(o->warnings, "error") == 0});
    icet_input_recognize(in->p.program);
    in->src = &in->p.program->src;
    in->diags = &in->p.program->diags;
    if (in->diags->errors > 0)
        return;
    in->p.ir = lower_program(in->p.program); /* for what it claims */
    extract(in, o);
}

bool icet_input_load(icet_input *in, const options *o, const char *const *inputs,
                     size_t count)
{
    *in = (icet_input){0};
    arena_init(&in->memory);
    if (icet_input_is_meant(inputs, count))
        load_icet(in, o, inputs, count);
    else
        load_p(in, o, inputs, count);
    return in->diags->errors == 0;
}

void icet_input_fini(icet_input *in)
{
    vec_each (m, &in->models)
        icet_program_fini(&m->program);
    vec_free(&in->models);
    if (in->p.program != NULL) {
        model_fini(&in->p);
    } else {
        diag_fini(&in->own_diags);
        sources_fini(&in->own_src);
    }
    arena_fini(&in->memory);
}
