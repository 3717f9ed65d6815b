/* test_context.h -- what the analyses know of a test besides the program.
 *
 * Plain data that somebody else owns: an analysis keeps a pointer to it.  The analyses
 * see neither values nor states, so they stand below the core; engine/context.h makes
 * one of these from a core.
 */
#ifndef ANALYSIS_TEST_CONTEXT_H
#define ANALYSIS_TEST_CONTEXT_H

#include "ir/ir.h"

/* May receivers tell in which order one machine has sent its messages? */
typedef enum send_order {
    SEND_ORDER_VISIBLE,
    SEND_ORDER_PER_TARGET, /* only among messages to the same machine */
    SEND_ORDER_HIDDEN,     /* messages arrive in any order */
} send_order;

typedef struct test_context {
    const ir_program *ir;
    const ir_test *test;
    const ir_binding *const *bindings; /* by interface; NULL: none */
    bool *const *observed;             /* by interface, then event: by some monitor */
    const bool *polls;     /* by machine: its steps depend on what is in its queue */
    const bool *may_crash; /* by machine */
    send_order order;
    bool narrows;     /* choices may depend on positions, see core/narrow.h */
    bool has_foreign; /* functions without code are C functions that see values */
    /* For tests: merges tables as in a very large program.  0: only if they are large;
     * 1: columns; 2: the points of each interface, too; 3: all points. */
    unsigned coarseness;
    /* Is the search over, before the analyses are done?  Then they end early, and
     * nothing may be concluded from them.  NULL: never. */
    bool (*is_over)(void *context);
    void *is_over_context;
} test_context;

static inline bool test_context_is_over(const test_context *t)
{
    return t->is_over != NULL && t->is_over(t->is_over_context);
}

/* The declaration of the machines that INTERFACE makes. */
static inline uint32_t test_context_machine(const test_context *t, uint32_t interface)
{
    assert(t->bindings[interface] != NULL);
    return t->bindings[interface]->machine;
}

#endif
