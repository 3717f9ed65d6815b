/* try.h -- small instances of an IceT program, one after the other, until one fails. */
#ifndef ICET_INSTANCE_TRY_H
#define ICET_INSTANCE_TRY_H

#include "icet_instance/instance.h"

typedef struct icet_try_options {
    const icet_program *program;
    sources *src;
    uint32_t bound;          /* no set is larger, unless it must be */
    double max_seconds;      /* for all of them; 0: no limit, here and below */
    uint64_t max_executions; /* of each */
    const volatile sig_atomic_t *stop; /* or NULL */
    bool all_events;                   /* see check.h */
} icet_try_options;

typedef struct icet_try_result {
    bool fails;
    uint32_t *sizes;     /* of each set, if it fails */
    checked failing;     /* ... and how; see checked_fini */
    uint32_t done;       /* instances that were explored and do not fail */
    uint32_t cut;        /* ... that may or may not: see REASON */
    bool is_stopped;     /* the time was over before all were begun */
    uint32_t *first_cut; /* the sizes of the first that was cut or not begun, or NULL */
    const char *reason;  /* ... and why */
    const char *ints; /* which integers were tried for free ones, in words; or NULL */
    uint64_t executions; /* of all */
    double seconds;
    arena memory;
} icet_try_result;

/* First all sets are of size 0; then all of size 1, then those of other sizes up to 1;
 * and so on.  A set that has to be larger is as large as it has to be.  Of sizes that
 * fail, those are told from which no set can be made smaller by one without that
 * failure going away. */
void icet_try_instances(const icet_try_options *t, icet_try_result *out);
void icet_try_fini(icet_try_result *t);

#endif
