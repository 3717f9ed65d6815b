/* icet_try.h -- explores small instances of an IceT program until one fails.
 *
 * A failing instance refutes the program.  If none fails, nothing is proved beyond the
 * sizes tried, and the result says how many instances were explored completely.  Small
 * sizes come first, because most errors show there and their runs are the shortest to
 * read; each instance gets half of the remaining time, so that one large instance does
 * not use it up.
 */
#ifndef ICET_INSTANCE_ICET_TRY_H
#define ICET_INSTANCE_ICET_TRY_H

#include "icet_instance/instance.h"

typedef struct icet_try_options {
    const icet_program *program;
    sources *src;
    uint32_t bound;     /* largest size of a set, unless the program demands more */
    double max_seconds; /* for all of them; 0: no limit, here and below */
    uint64_t max_executions;           /* of each */
    const volatile sig_atomic_t *stop; /* or NULL */
    bool all_events;                   /* see check.h */
} icet_try_options;

typedef struct icet_try_result {
    bool fails;
    uint32_t *sizes; /* of each set, if it fails */
    checked failing; /* ... and how; see check_fini */
    uint32_t done;   /* instances that were explored and do not fail */
    uint32_t cut;    /* ... that were not explored completely: see REASON */
    bool is_stopped; /* the time ran out before all were started */
    uint32_t
        *first_cut; /* sizes of the first one that was cut or not started, or NULL */
    const char *reason; /* ... and why */
    const char *ints;   /* which values of `nondet` ints were tried, as text; or NULL */
    uint64_t executions; /* of all */
    double seconds;
    arena memory;
} icet_try_result;

/* Tries level 0, 1, ...: at each level first all sets of that size, then all other
 * combinations of sizes up to it.  A set that must be larger has its least size; sizes
 * that the program does not admit are left out.  The failing sizes that it returns are
 * minimal: with one element less in any set, the instance does not fail. */
void icet_try_instances(const icet_try_options *t, icet_try_result *out);
void icet_try_fini(icet_try_result *t);

#endif
