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

bool input_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
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
    bool notes_projects; /* for a hint, if the files do not fit together */
    unsigned depth;
    unsigned project; /* the folder of the project that we are in, numbered from 1 */
    unsigned owner;   /* ... of the .p files so far; 0: of none of them */
    unsigned project_count;
    bool has_several; /* .p files belong to several projects */
    bool found;       /* a .p file, perhaps already known */
    bool has_links;   /* to folders, which were not followed */
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
        if (input_is_link(name))
            w->has_links = true; /* it may lead anywhere, even to the root */
        else
            walk_folder(w, name);
    } else if (S_ISREG(info.st_mode) && is_model) {
        w->found = true;
        w->has_several |= w->project != 0 && w->owner != 0 && w->owner != w->project;
        w->owner = w->project != 0 ? w->project : w->owner;
        add_file(w->in, name, &info, w->is_included);
    } else if (w->notes_projects && has_ending(name, ".pproj")) {
        vec_push(&w->p->projects_below,
                 arena_strndup(&w->p->memory, name, strlen(name)));
    }
}

static bool has_project(struct dirent *const *entries, int count)
{
    for (int i = 0; i < count; i++)
        if (has_ending(entries[i]->d_name, ".pproj"))
            return true;
    return false;
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
    unsigned outer = w->project;
    if (has_project(entries, count))
        w->project = ++w->project_count;
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
    w->project = outer;
}

/* ---- Folders that a project lists ---- */

void input_add_listed(input *in, program *p, const char *path, bool is_included)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode)) {
        walk w = {.in = in, .p = p, .is_included = is_included};
        walk_folder(&w, path);
    } else if (has_ending(path, ".p")) {
        add_file(in, path, &info, is_included);
    }
}

/* ---- What the user names ---- */

typedef VEC(const char *) path_list;

static void note_project(input *in, const char *folder, const char *name,
                         path_list *out)
{
    struct stat info;
    strbuf path = {0};
    bool has_slash = folder[strlen(folder) - 1] == '/';
    if (strcmp(folder, ".") != 0)
        strbuf_printf(&path, "%s%s", folder, has_slash ? "" : "/");
    strbuf_puts(&path, name);
    if (stat(strbuf_text(&path), &info) == 0 && !S_ISDIR(info.st_mode))
        vec_push(out, arena_strndup(&in->memory, strbuf_text(&path), path.len));
    strbuf_free(&path);
}

/* Finds the project files of a folder, not those below it, sorted by name. */
static void find_projects(input *in, const char *folder, path_list *out)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, by_name);
    for (int i = 0; i < count; i++) {
        if (has_ending(entries[i]->d_name, ".pproj"))
            note_project(in, folder, entries[i]->d_name, out);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static void refuse_several(program *p, const char *folder, const path_list *projects)
{
    enum { MOST = 20 };
    strbuf names = {0};
    for (size_t i = 0; i < projects->len && i < MOST; i++)
        strbuf_printf(&names, "%s%s", i > 0 ? ", " : "", projects->data[i]);
    diag_error_in(&p->diags, folder, "this folder has %zu projects; name one of them",
                  projects->len);
    diag_hint(&p->diags, "%s%s", strbuf_text(&names),
              projects->len > MOST ? ", ..." : "");
    strbuf_free(&names);
}

/* Unrelated projects would only declare the same names.  Their paths are long: each has
 * a line. */
static void refuse_below(input *in, program *p, const char *folder)
{
    enum { MOST = 20 };
    size_t count = p->projects_below.len;
    diag_error_in(&p->diags, folder,
                  "this folder has no project, but there are %zu below; name one of "
                  "them",
                  count);
    for (size_t i = 0; i < count && i < MOST; i++)
        diag_hint(&p->diags, "%s", p->projects_below.data[i]);
    if (count > MOST)
        diag_hint(&p->diags, "and %zu more", count - MOST);
    vec_clear(&p->projects_below);
    in->is_refused = true;
}

static void add_files_below(input *in, program *p, const char *folder)
{
    size_t errors = p->diags.errors;
    walk w = {.in = in, .p = p, .notes_projects = true};
    walk_folder(&w, folder);
    if (w.has_several)
        refuse_below(in, p, folder);
    else if (!w.found && p->diags.errors == errors)
        diag_error_in(&p->diags, folder,
                      "no .p or .icet files in this folder or below%s",
                      w.has_links ? " (links to folders are not followed)" : "");
}

/* A folder with one project is that project. */
static void add_folder(input *in, program *p, const char *folder)
{
    path_list projects = {0};
    find_projects(in, folder, &projects);
    if (projects.len > 0) /* others may appear there */
        vec_push(&in->folders, arena_strndup(&in->memory, folder, strlen(folder)));
    if (projects.len == 0)
        add_files_below(in, p, folder);
    else if (projects.len == 1)
        project_read(in, p, projects.data[0]);
    else
        refuse_several(p, folder, &projects);
    vec_free(&projects);
}

bool input_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

static void add_standard(input *in)
{
    vec_each (f, &in->files)
        if (input_is_standard(f->path))
            return;
    input_file f = {.path = "-"};
    vec_push(&in->files, f);
}

void input_add(input *in, program *p, const char *path)
{
    struct stat info;
    if (input_is_standard(path))
        add_standard(in);
    else if (stat(path, &info) != 0)
        diag_error_in(&p->diags, path, "cannot open: %s", strerror(errno));
    else if (S_ISDIR(info.st_mode))
        add_folder(in, p, path);
    else if (has_ending(path, ".pproj"))
        project_read(in, p, path);
    else
        add_file(in, path, &info, false);
}

void input_add_default(input *in, program *p)
{
    input_add(in, p, ".");
}
