/* Collects the constants of a program and their neighbours. */
#include "icet_instance/icet_ints.h"

#include "base/vec.h"

#include <stdlib.h>

typedef VEC(int64_t) number_list;

/* ---- The constants of a program ---- */

static void add_constants(const icet_expr *e, number_list *out)
{
    if (e == NULL)
        return;
    if (e->kind == ICET_EX_INT)
        vec_push(out, e->number);
    for (uint32_t i = 0; i < e->count; i++)
        add_constants(e->args[i], out);
}

static void add_constants_of_list(const icet_stmt *s, number_list *out)
{
    for (; s != NULL; s = s->next) {
        add_constants(s->to, out);
        add_constants(s->value, out);
        add_constants_of_list(s->then, out);
        add_constants_of_list(s->otherwise, out);
    }
}

static uint64_t distance(int64_t n)
{
    return n < 0 ? -(uint64_t)n : (uint64_t)n;
}

static int by_distance(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    if (distance(x) != distance(y))
        return distance(x) < distance(y) ? -1 : 1;
    return (x < y) - (x > y); /* 3 before -3 */
}

/* ---- A few of all integers ---- */

static void add(icet_ints *ints, int64_t n)
{
    for (uint32_t i = 0; i < ints->count; i++)
        if (ints->values[i] == n)
            return;
    if (ints->count < ICET_MOST_INTS)
        ints->values[ints->count++] = n;
}

/* The one nearer to 0 is first. */
static void add_neighbours(icet_ints *ints, int64_t n)
{
    int64_t away = n < 0 ? -1 : 1;
    int64_t farther = 0;
    add(ints, n - away);
    if (!__builtin_add_overflow(n, away, &farther))
        add(ints, farther);
}

icet_ints icet_ints_of(const icet_program *p)
{
    icet_ints ints = {4, {0, 1, 2, -1}};
    number_list constants = {0};
    for (uint32_t i = 0; i < p->process_count; i++)
        add_constants_of_list(p->processes[i].body, &constants);
    if (constants.len > 0)
        qsort(constants.data, constants.len, sizeof *constants.data, by_distance);
    vec_each (n, &constants)
        add(&ints, *n);
    vec_each (n, &constants)
        add_neighbours(&ints, *n);
    vec_free(&constants);
    return ints;
}

/* ---- Words ---- */

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void icet_ints_show(const icet_ints *ints, strbuf *out)
{
    assert(ints->count > 0 && ints->count <= ICET_MOST_INTS);
    icet_ints sorted = *ints;
    qsort(sorted.values, sorted.count, sizeof *sorted.values, ascending);
    strbuf_puts(out, "only ");
    for (uint32_t i = 0; i < sorted.count; i++)
        strbuf_printf(out, "%s%lld",
                      i == 0                  ? ""
                      : i + 1 == sorted.count ? " and "
                                              : ", ",
                      (long long)sorted.values[i]);
    strbuf_puts(out, " were tried for unknown integers");
}
