/* try.h -- small instances of an IceT program, one after the other, until one fails. */
#ifndef API_ICET_TRY_H
#define API_ICET_TRY_H

#include "api/icet/instance.h"

typedef struct icet_trying {
    const icet_program *program;
    sources *src;
    uint32_t bound;          /* no set is larger, unless it must be */
    double max_seconds;      /* for all of them; 0: no limit, here and below */
    uint64_t max_executions; /* of each */
    const volatile sig_atomic_t *stop; /* or NULL */
    bool all_events;                   /* see check.h */
} icet_trying;

typedef struct icet_tried {
    bool fails;
    uint32_t *sizes;     /* of each set, if it fails */
    checked failing;     /* ... and how; see check_fini */
    uint32_t done;       /* instances that were explored and do not fail */
    uint32_t cut;        /* ... that may or may not: see REASON */
    bool is_stopped;     /* the time was over before all were begun */
    uint32_t *first_cut; /* the sizes of the first that was cut or not begun, or NULL */
    const char *reason;  /* ... and why */
    const char *ints; /* which integers were tried for free ones, in words; or NULL */
    uint64_t executions; /* of all */
    double seconds;
    arena memory;
} icet_tried;

/* First all sets are of size 0; then all of size 1, then those of other sizes up to 1;
 * and so on.  A set that has to be larger is as large as it has to be.  Of sizes that
 * fail, those are told from which no set can be made smaller by one without that
 * failure going away. */
void icet_instances_try(const icet_trying *t, icet_tried *out);
void icet_tried_fini(icet_tried *t);

#endif
