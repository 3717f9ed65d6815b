#include "lang/input.h"

#include "lang/project.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A tree of folders deeper than this is a loop, or not a project. */
enum { MAX_FOLDER_DEPTH = 64 };

void input_init(input *in)
{
    *in = (input){0};
    arena_init(&in->memory);
}

void input_fini(input *in)
{
    vec_free(&in->files);
    idmap_fini(&in->seen_files);
    idmap_fini(&in->seen_folders);
    idmap_fini(&in->seen_projects);
    vec_free(&in->open_projects);
    arena_fini(&in->memory);
}

uint64_t input_identity(const struct stat *info)
{
    return (uint64_t)info->st_dev * 0x9e3779b97f4a7c15u ^ (uint64_t)info->st_ino;
}

bool input_first_time(idmap *seen, uint64_t identity)
{
    static char mark;
    return idmap_put(seen, identity, &mark) == NULL;
}

static bool has_ending(const char *path, const char *ending)
{
    size_t len = strlen(path);
    size_t end_len = strlen(ending);
    return len > end_len && strcmp(path + len - end_len, ending) == 0;
}

static void add_file(input *in, const char *path, const struct stat *info,
                     bool is_included)
{
    if (S_ISREG(info->st_mode) &&
        !input_first_time(&in->seen_files, input_identity(info)))
        return;
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

/* All .p files below PATH, hidden ones left out, in the order of their names. */
static void add_folder(input *in, program *p, const char *path, bool is_included,
                       unsigned depth)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, by_name);
    if (count < 0) {
        diag_error_in(&p->diags, path, "cannot read this folder: %s", strerror(errno));
        return;
    }
    strbuf child = {0};
    for (int i = 0; i < count; i++) {
        struct stat info;
        bool slash = has_ending(path, "/") || strcmp(path, "/") == 0;
        strbuf_clear(&child);
        strbuf_printf(&child, "%s%s%s", path, slash ? "" : "/", entries[i]->d_name);
        const char *name = strbuf_text(&child);
        if (stat(name, &info) != 0) {
            if (has_ending(name, ".p"))
                diag_error_in(&p->diags, name, "cannot open: %s", strerror(errno));
        } else if (S_ISDIR(info.st_mode)) {
            bool is_new = input_first_time(&in->seen_folders, input_identity(&info));
            if (is_new && depth < MAX_FOLDER_DEPTH)
                add_folder(in, p, name, is_included, depth + 1);
        } else if (S_ISREG(info.st_mode) && has_ending(name, ".p")) {
            add_file(in, name, &info, is_included);
        }
        free(entries[i]);
    }
    free(entries);
    strbuf_free(&child);
}

void input_add_listed(input *in, program *p, const char *path, bool is_included)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode))
        add_folder(in, p, path, is_included, 0);
    else if (has_ending(path, ".p"))
        add_file(in, path, &info, is_included);
}

void input_add(input *in, program *p, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        diag_error_in(&p->diags, path, "cannot open: %s", strerror(errno));
        return;
    }
    size_t before = in->files.len;
    size_t errors = p->diags.errors;
    if (S_ISDIR(info.st_mode)) {
        add_folder(in, p, path, false, 0);
        if (in->files.len == before && p->diags.errors == errors && before == 0)
            diag_error_in(&p->diags, path, "no .p files in this folder or below");
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
    for (int i = 0; i < count; i++) {
        if (project == NULL && has_ending(entries[i]->d_name, ".pproj"))
            project = arena_strndup(&in->memory, entries[i]->d_name,
                                    strlen(entries[i]->d_name));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    input_add(in, p, project != NULL ? project : ".");
}
