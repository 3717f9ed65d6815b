#include "table.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    const char *path;
    size_t line;
} place;

static bool complain(const place *at, size_t column, const char *text)
{
    if (column > 0)
        fprintf(stderr, "%s:%zu:%zu: %s\n", at->path, at->line, column, text);
    else
        fprintf(stderr, "%s:%zu: %s\n", at->path, at->line, text);
    return false;
}

/* Cuts off what stands before the next tab. */
static char *cut_column(char **rest)
{
    char *column = *rest;
    if (column == NULL)
        return NULL;
    *rest = strchr(column, '\t');
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return column;
}

/* MPL never has two letters side by side, but for the models of sends. */
static bool is_in_words(const char *text)
{
    const char *word = text;
    for (const char *c = text; *c != '\0'; c++) {
        if (!isalnum((unsigned char)*c))
            word = c + 1;
        else if (isalpha((unsigned char)c[0]) && isalpha((unsigned char)c[1]) &&
                 (word == text || word[-1] != '@'))
            return true;
    }
    return false;
}

static bool read_count(const char *column, uint64_t *out)
{
    char *end;
    if (!isdigit((unsigned char)*column))
        return false;
    errno = 0;
    *out = strtoull(column, &end, 10);
    return *end == '\0' && errno == 0;
}

static bool read_yes_no(const char *column, bool *out)
{
    *out = strcmp(column, "yes") == 0;
    return *out || strcmp(column, "no") == 0;
}

static bool read_known(table_row *row, char **rest, const place *at)
{
    const char *executions = cut_column(rest), *blocked = cut_column(rest),
               *error = cut_column(rest);
    row->is_known = executions != NULL;
    if (!row->is_known)
        return true;
    if (!read_count(executions, &row->executions))
        return complain(at, 0, "the fourth column must be a number of executions");
    if (blocked == NULL || !read_count(blocked, &row->blocked))
        return complain(at, 0, "the fifth column must be a number of blocked ones");
    if (error == NULL || !read_yes_no(error, &row->has_error))
        return complain(at, 0, "the sixth column must be yes or no");
    return true;
}

static bool read_program(table_row *row, const place *at)
{
    mpl_error e;
    if (!mpl_parse(&row->program, row->text, &e))
        return complain(at, (size_t)(row->text - row->line) + e.column, e.text);
    if (mpl_set_models(&row->program, row->models, &e))
        return true;
    mpl_free(&row->program);
    return complain(at, (size_t)(row->models - row->line) + e.column, e.text);
}

static char *copy_of(const char *line, size_t size)
{
    char *copy = mem_alloc(size);
    memcpy(copy, line, size);
    return copy;
}

/* In three parts, so that whoever returns early has nothing to give back. */
static bool read_row(table *t, table_row row, const place *at)
{
    char *rest = row.line;
    row.name = cut_column(&rest);
    row.models = cut_column(&rest);
    row.text = cut_column(&rest);
    if (row.text == NULL)
        return complain(at, 0, "a name, models and a program are needed, with tabs");
    if (is_in_words(row.text)) {
        t->in_words++;
        mem_free(row.line, row.size);
        return true;
    }
    if (!read_known(&row, &rest, at) || !read_program(&row, at))
        return false;
    vec_push(&t->rows, row);
    return true;
}

static bool read_line(table *t, const char *line, size_t len, const place *at)
{
    if (memchr(line, '\0', len) != NULL)
        return complain(at, 0, "this is no text");
    if (len == 0 || line[0] == '#')
        return true;
    table_row row = {.line = copy_of(line, len + 1), .size = len + 1};
    if (read_row(t, row, at))
        return true;
    mem_free(row.line, row.size);
    return false;
}

static size_t without_end(const char *line, size_t len)
{
    while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
        len--;
    return len;
}

bool table_read(table *t, const char *path)
{
    place at = {path, 0};
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t cap = 0;
    bool ok = true;
    for (ssize_t n; ok && (n = getline(&line, &cap, f)) >= 0;) {
        size_t len = without_end(line, (size_t)n);
        line[len] = '\0';
        at.line++;
        ok = read_line(t, line, len, &at);
    }
    if (ferror(f)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        ok = false;
    }
    free(line); /* of getline */
    fclose(f);
    return ok;
}

void table_free(table *t)
{
    vec_each (row, &t->rows) {
        mpl_free(&row->program);
        mem_free(row->line, row->size);
    }
    vec_free(&t->rows);
}
