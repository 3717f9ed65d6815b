#include "core/diff_bounds.h"

void diff_bounds_fini(diff_bounds *b)
{
    vec_free(&b->variables);
    vec_free(&b->at);
}

void diff_bounds_clear(diff_bounds *b)
{
    vec_clear(&b->variables);
    vec_clear(&b->at);
}

void diff_bounds_copy(const diff_bounds *from, diff_bounds *to)
{
    diff_bounds_clear(to);
    vec_append(&to->variables, from->variables.data, from->variables.len);
    vec_append(&to->at, from->at.data, from->at.len);
}

/* The index at which VARIABLE is, or belongs. */
static size_t find(const diff_bounds *b, uint32_t variable)
{
    size_t i = 0;
    while (i < b->variables.len && b->variables.data[i] < variable)
        i++;
    return i;
}

bool diff_bounds_has(const diff_bounds *b, uint32_t variable)
{
    size_t i = find(b, variable);
    return i < b->variables.len && b->variables.data[i] == variable;
}

static size_t row_of(const diff_bounds *b, uint32_t variable)
{
    if (variable == DIFF_ZERO)
        return 0;
    size_t i = find(b, variable);
    assert(i < b->variables.len && b->variables.data[i] == variable);
    return i + 1;
}

static int64_t *entry(const diff_bounds *b, size_t row, size_t column)
{
    return &b->at.data[row * (b->variables.len + 1) + column];
}

/* Gives B a matrix for COUNT variables: row R of the present one becomes row TO[R];
 * a row that goes nowhere has TO[R] == 0 for R > 0. */
static void reshape(diff_bounds *b, size_t count, const size_t *to)
{
    diff_bounds old = *b;
    size_t rows = old.at.len > 0 ? old.variables.len + 1 : 0;
    b->at = (__typeof__(b->at)){0};
    for (size_t i = 0; i < (count + 1) * (count + 1); i++)
        vec_push(&b->at, 0);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < rows; j++)
            if ((i == 0 || to[i] > 0) && (j == 0 || to[j] > 0))
                b->at.data[to[i] * (count + 1) + to[j]] = *entry(&old, i, j);
    vec_free(&old.at);
}

/* The new variable is related to others only through zero. */
void diff_bounds_add(diff_bounds *b, uint32_t variable, int64_t least, int64_t most)
{
    size_t at = find(b, variable);
    size_t count = b->variables.len;
    VEC(size_t) to = {0};
    assert(!diff_bounds_has(b, variable));
    assert(least <= most);
    for (size_t i = 0; i <= count; i++)
        vec_push(&to, i <= at ? i : i + 1);
    reshape(b, count + 1, to.data);
    vec_free(&to);
    vec_push(&b->variables, variable);
    for (size_t i = count; i > at; i--)
        b->variables.data[i] = b->variables.data[i - 1];
    b->variables.data[at] = variable;
    size_t row = at + 1;
    for (size_t j = 0; j <= count + 1; j++) {
        *entry(b, row, j) = j == row ? 0 : most + *entry(b, 0, j);
        *entry(b, j, row) = j == row ? 0 : *entry(b, j, 0) - least;
    }
}

void diff_bounds_drop(diff_bounds *b, uint32_t variable)
{
    size_t at = row_of(b, variable);
    size_t count = b->variables.len;
    VEC(size_t) to = {0};
    for (size_t i = 0; i <= count; i++)
        vec_push(&to, i == at ? 0 : i < at ? i : i - 1);
    reshape(b, count - 1, to.data);
    vec_free(&to);
    for (size_t i = at; i < count; i++)
        b->variables.data[i - 1] = b->variables.data[i];
    b->variables.len--;
}

int64_t diff_bounds_of(const diff_bounds *b, uint32_t x, uint32_t y)
{
    if (x == y)
        return 0;
    return *entry(b, row_of(b, x), row_of(b, y));
}

/* A new bound shortens only paths through it. */
bool diff_bounds_limit(diff_bounds *b, uint32_t x, uint32_t y, int64_t most)
{
    size_t from = row_of(b, x);
    size_t to = row_of(b, y);
    size_t rows = b->variables.len + 1;
    assert(from != to);
    if (most >= *entry(b, from, to))
        return true;
    if (most + *entry(b, to, from) < 0)
        return false;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < rows; j++) {
            int64_t through = *entry(b, i, from) + most + *entry(b, to, j);
            if (through < *entry(b, i, j))
                *entry(b, i, j) = through;
        }
    return true;
}

bool diff_bounds_is_idle(const diff_bounds *b, size_t i, int64_t least, int64_t most)
{
    size_t row = i + 1;
    if (*entry(b, row, 0) != most || *entry(b, 0, row) != -least)
        return false;
    for (size_t j = 1; j <= b->variables.len; j++)
        if (j != row && (*entry(b, row, j) != most + *entry(b, 0, j) ||
                         *entry(b, j, row) != *entry(b, j, 0) - least))
            return false;
    return true;
}
