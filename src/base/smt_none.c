/* Built without Z3: smt_new returns NULL, so the other functions are never called. */
#include "base/smt.h"

#include <assert.h>
#include <stddef.h>

const char *smt_name(void)
{
    return NULL;
}

smt *smt_new(void)
{
    return NULL;
}

void smt_free(smt *s)
{
    assert(!s);
    (void)s;
}

smt_sort smt_sort_int(smt *s)
{
    (void)s;
    return NULL;
}

smt_sort smt_sort_bool(smt *s)
{
    (void)s;
    return NULL;
}

smt_sort smt_sort_data(smt *s, uint32_t count, const smt_ctor *ctors)
{
    (void)s;
    (void)count;
    (void)ctors;
    return NULL;
}

smt_sort smt_sort_of(smt *s, smt_expr x)
{
    (void)s;
    (void)x;
    return NULL;
}

smt_expr smt_const(smt *s, smt_sort sort)
{
    (void)s;
    (void)sort;
    return NULL;
}

smt_expr smt_int(smt *s, int64_t number)
{
    (void)s;
    (void)number;
    return NULL;
}

smt_expr smt_bool(smt *s, bool b)
{
    (void)s;
    (void)b;
    return NULL;
}

smt_expr smt_apply(smt *s, smt_op op, const smt_expr *args)
{
    (void)s;
    (void)op;
    (void)args;
    return NULL;
}

smt_expr smt_data(smt *s, smt_sort sort, uint32_t ctor, uint32_t count,
                  const smt_expr *args)
{
    (void)s;
    (void)sort;
    (void)ctor;
    (void)count;
    (void)args;
    return NULL;
}

smt_expr smt_is(smt *s, uint32_t ctor, smt_expr x)
{
    (void)s;
    (void)ctor;
    (void)x;
    return NULL;
}

smt_expr smt_field(smt *s, uint32_t ctor, uint32_t field, smt_expr x)
{
    (void)s;
    (void)ctor;
    (void)field;
    (void)x;
    return NULL;
}

void smt_push(smt *s)
{
    (void)s;
}

void smt_pop(smt *s)
{
    (void)s;
}

void smt_assert(smt *s, smt_expr x)
{
    (void)s;
    (void)x;
}

smt_answer smt_check(smt *s)
{
    (void)s;
    return SMT_UNKNOWN;
}
