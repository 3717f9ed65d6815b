#include "cli/glue.h"

#include "base/intern.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The search is only for a hint, so it is short. */
enum { MOST_FILES = 500, MOST_BYTES = 1 << 20 };

typedef struct search {
    const char *function;
    intern seen; /* folders */
    size_t files;
    const char *language; /* found, or NULL */
    strbuf *file;
} search;

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* FUNCTION as a word, and a parenthesis behind it. */
static bool mentions(const char *text, size_t len, const char *function)
{
    size_t wanted = strlen(function);
    for (size_t i = 0; i + wanted < len; i++) {
        if (memcmp(text + i, function, wanted) != 0 ||
            (i > 0 && is_of_word(text[i - 1])))
            continue;
        size_t after = i + wanted;
        while (after < len && isspace((unsigned char)text[after]))
            after++;
        if (after < len && text[after] == '(')
            return true;
    }
    return false;
}

static bool file_mentions(const char *path, const char *function)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return false;
    char *text = mem_alloc(MOST_BYTES);
    size_t len = fread(text, 1, MOST_BYTES, f);
    fclose(f);
    bool found = mentions(text, len, function);
    mem_free(text, MOST_BYTES);
    return found;
}

static const char *language_of(const char *name)
{
    size_t len = strlen(name);
    if (len > 3 && strcmp(name + len - 3, ".cs") == 0)
        return "C#";
    return len > 5 && strcmp(name + len - 5, ".java") == 0 ? "Java" : NULL;
}

static void look_at_file(search *s, const char *path, const char *name)
{
    const char *language = language_of(name);
    if (language == NULL || s->files++ >= MOST_FILES ||
        !file_mentions(path, s->function))
        return;
    s->language = language;
    strbuf_puts(s->file, path);
}

static void look_into(search *s, const char *folder, unsigned levels);

static void look_at(search *s, const char *folder, const char *name, unsigned levels)
{
    struct stat is;
    strbuf path = {0};
    if (strcmp(folder, ".") != 0)
        strbuf_printf(&path, "%s/", folder);
    strbuf_puts(&path, name);
    bool exists = lstat(strbuf_text(&path), &is) == 0;
    if (exists && S_ISREG(is.st_mode))
        look_at_file(s, strbuf_text(&path), name);
    /* What P generates mentions every function. */
    else if (exists && S_ISDIR(is.st_mode) && levels > 0 &&
             strcmp(name, "PGenerated") != 0)
        look_into(s, strbuf_text(&path), levels - 1);
    strbuf_free(&path);
}

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

/* In alphabetical order, so that the answer is always the same. */
static void look_into(search *s, const char *folder, unsigned levels)
{
    struct dirent **list;
    uint32_t known = intern_count(&s->seen);
    if (intern_puts(&s->seen, folder) != known)
        return;
    int count = scandir(folder, &list, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        if (s->language == NULL)
            look_at(s, folder, list[i]->d_name, levels);
        free(list[i]); /* scandir's */
    }
    if (count >= 0)
        free(list);
}

/* Its own folder, or that of the file. */
static void look_around(search *s, const char *path)
{
    struct stat is;
    const char *slash = strrchr(path, '/');
    strbuf folder = {0};
    if (stat(path, &is) == 0 && S_ISDIR(is.st_mode))
        strbuf_puts(&folder, path);
    else if (slash == NULL)
        strbuf_puts(&folder, ".");
    else
        strbuf_add(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    if (s->language == NULL)
        look_into(s, strbuf_text(&folder), 1);
    strbuf_free(&folder);
}

const char *glue_find(const sources *src, const char *const *inputs, size_t count,
                      const char *function, strbuf *file)
{
    search s = {.function = function, .file = file};
    intern_init(&s.seen);
    for (size_t i = 0; i < count; i++)
        look_around(&s, inputs[i]);
    if (count == 0)
        look_around(&s, ".");
    vec_each (one, &src->files)
        look_around(&s, one->path);
    intern_fini(&s.seen);
    return s.language;
}
