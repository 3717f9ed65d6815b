#include "lang/input.h"

#include "lang/project.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A tree of folders deeper than this is a loop, or not a project. */
enum { MAX_FOLDER_DEPTH = 200 };

void input_init(input *in)
{
    *in = (input){0};
    arena_init(&in->memory);
}

void input_fini(input *in)
{
    vec_free(&in->files);
    vec_free(&in->folders);
    idmap_fini(&in->seen_files);
    idmap_fini(&in->seen_projects);
    vec_free(&in->open_projects);
    arena_fini(&in->memory);
}

uint64_t input_identity(const struct stat *info)
{
    return (uint64_t)info->st_dev * 0x9e3779b97f4a7c15u ^ (uint64_t)info->st_ino;
}

static bool has_ending(const char *path, const char *ending)
{
    size_t len = strlen(path);
    size_t end_len = strlen(ending);
    return len > end_len && strcmp(path + len - end_len, ending) == 0;
}

/* Adds a file once, whatever paths lead to it.  A file that the user names is never
 * "included". */
static void add_file(input *in, const char *path, const struct stat *info,
                     bool is_included)
{
    size_t before = 0;
    if (S_ISREG(info->st_mode))
        before =
            idmap_put_number(&in->seen_files, input_identity(info), in->files.len + 1);
    if (before != 0) {
        in->files.data[before - 1].is_included &= is_included;
        return;
    }
    input_file f = {arena_strndup(&in->memory, path, strlen(path)), is_included};
    vec_push(&in->files, f);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

typedef struct walk {
    input *in;
    program *p;
    bool is_included;
    idmap seen; /* folders: links may form cycles */
    unsigned depth;
    bool found; /* a .p file, perhaps already known */
} walk;

static void walk_folder(walk *w, const char *path);

static void walk_entry(walk *w, const char *name)
{
    struct stat info;
    bool is_model = has_ending(name, ".p");
    if (stat(name, &info) != 0) {
        if (is_model)
            diag_error_in(&w->p->diags, name, "cannot open: %s", strerror(errno));
    } else if (S_ISDIR(info.st_mode)) {
        if (idmap_add(&w->seen, input_identity(&info)))
            walk_folder(w, name);
    } else if (S_ISREG(info.st_mode) && is_model) {
        w->found = true;
        add_file(w->in, name, &info, w->is_included);
    }
}

/* Adds all .p files below PATH except hidden ones, in the order of their names. */
static void walk_folder(walk *w, const char *path)
{
    struct dirent **entries;
    vec_push(&w->in->folders, arena_strndup(&w->in->memory, path, strlen(path)));
    if (w->depth >= MAX_FOLDER_DEPTH) {
        diag_error_in(&w->p->diags, path, "folders nested too deeply");
        return;
    }
    int count = scandir(path, &entries, is_visible, by_name);
    if (count < 0) {
        diag_error_in(&w->p->diags, path, "cannot read this folder: %s",
                      strerror(errno));
        return;
    }
    w->depth++;
    strbuf child = {0};
    bool has_slash = path[strlen(path) - 1] == '/';
    for (int i = 0; i < count; i++) {
        strbuf_clear(&child);
        strbuf_printf(&child, "%s%s%s", path, has_slash ? "" : "/", entries[i]->d_name);
        walk_entry(w, strbuf_text(&child));
        free(entries[i]);
    }
    free(entries);
    strbuf_free(&child);
    w->depth--;
}

/* False when there is no .p file. */
static bool add_folder(input *in, program *p, const char *path, bool is_included)
{
    walk w = {.in = in, .p = p, .is_included = is_included};
    walk_folder(&w, path);
    idmap_fini(&w.seen);
    return w.found;
}

void input_add_listed(input *in, program *p, const char *path, bool is_included)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode))
        add_folder(in, p, path, is_included);
    else if (has_ending(path, ".p"))
        add_file(in, path, &info, is_included);
}

void input_add(input *in, program *p, const char *path)
{
    struct stat info;
    size_t errors = p->diags.errors;
    if (stat(path, &info) != 0) {
        diag_error_in(&p->diags, path, "cannot open: %s", strerror(errno));
    } else if (S_ISDIR(info.st_mode)) {
        if (!add_folder(in, p, path, false) && p->diags.errors == errors)
            diag_error_in(&p->diags, path,
                          "no .p or .icet files in this folder or below");
    } else if (has_ending(path, ".pproj")) {
        project_read(in, p, path);
    } else {
        add_file(in, path, &info, false);
    }
}

void input_add_default(input *in, program *p)
{
    struct dirent **entries;
    int count = scandir(".", &entries, is_visible, by_name);
    const char *project = NULL;
    size_t projects = 0;
    for (int i = 0; i < count; i++) {
        if (has_ending(entries[i]->d_name, ".pproj")) {
            projects++;
            if (project == NULL)
                project = arena_strndup(&in->memory, entries[i]->d_name,
                                        strlen(entries[i]->d_name));
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    if (projects > 1)
        diag_warning(&p->diags, "several-projects", SRC_NONE,
                     "this folder has %zu project files; using '%s'", projects,
                     project);
    input_add(in, p, project != NULL ? project : ".");
}
