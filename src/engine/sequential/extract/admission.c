/* The sizes that a test means.
 *
 * The proof is about all sizes from the least one on, since it does not know the others
 * that the test's assumption excludes.  The instances that are explored where there is
 * no proof have sizes that the assumption admits, so that no failure is reported at a
 * size that the test excludes.
 */
#include "engine/sequential/extract/extract_private.h"
#include "lang/expand.h"

void extract_find_least(extraction *x)
{
    x->least = ARENA_ARRAY(&x->scratch, int64_t, x->test->params.count + 1);
    if (!expand_least(x->p, x->test, x->least))
        extract_refuse(x, x->test->assume->start, NULL,
                       "a test that runs nothing: no values satisfy its assumption");
}

/* The number of a parameter in the test; ICET_NONE: the test does not list its values.
 */
static uint32_t param_number(const test_decl *t, const var_decl *param)
{
    for (uint32_t i = 0; i < t->params.count; i++)
        if (t->params.data[i].var == param)
            return i;
    return ICET_NONE;
}

/* The least size of the set: the least of the test's values of the parameter, among
 * those that its assumption admits. */
uint32_t extract_least_size(const extraction *x, const var_decl *param)
{
    uint32_t number = param_number(x->test, param);
    int64_t least = number == ICET_NONE ? 0 : x->least[number];
    return least <= 0 ? 0 : (uint32_t)least;
}

/* ---- instances ---- */

typedef struct admission {
    const program *p;
    const test_decl *test;
    uint32_t set_count;
    const uint32_t *params; /* by set: its parameter in the test, or ICET_NONE */
} admission;

/* The values of the parameters that are sizes; false: two sets of one parameter differ.
 */
static bool take_sizes(const admission *a, const uint32_t *sizes, bool *is_size,
                       int64_t *values)
{
    for (uint32_t i = 0; i < a->set_count; i++) {
        uint32_t k = a->params[i];
        if (k == ICET_NONE)
            continue;
        if (is_size[k] && values[k] != sizes[i])
            return false;
        is_size[k] = true;
        values[k] = sizes[i];
    }
    return true;
}

/* The other parameters may have any of their values. */
static bool admits(const void *context, const uint32_t *sizes)
{
    const admission *a = context;
    uint32_t count = a->test->params.count;
    arena memory;
    arena_init(&memory);
    bool *is_size = ARENA_ARRAY(&memory, bool, count + 1);
    int64_t *fixed = ARENA_ARRAY(&memory, int64_t, count + 1);
    int64_t *values = ARENA_ARRAY(&memory, int64_t, count + 1);
    uint32_t *at = ARENA_ARRAY(&memory, uint32_t, count + 1);
    bool is_admitted = false;
    bool has_more = take_sizes(a, sizes, is_size, fixed);
    while (has_more && !is_admitted) {
        expand_values(a->test, at, values);
        for (uint32_t i = 0; i < count; i++)
            values[i] = is_size[i] ? fixed[i] : values[i];
        is_admitted = expand_admits(a->p, a->test, values);
        has_more = expand_next(a->test, at);
    }
    arena_fini(&memory);
    return is_admitted;
}

void extract_set_admission(extraction *x)
{
    uint32_t *params = ARENA_ARRAY(x->memory, uint32_t, x->sets.len + 1);
    for (size_t i = 0; i < x->sets.len; i++)
        params[i] = param_number(x->test, x->sets.data[i].param);
    const admission a = {.p = x->p,
                         .test = x->test,
                         .set_count = (uint32_t)x->sets.len,
                         .params = params};
    x->out->admits = admits;
    x->out->admits_context = arena_copy(x->memory, &a, sizeof a);
}
