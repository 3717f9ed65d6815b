/* growth.h -- which variables and queues keep growing along a run.
 *
 * A gauge is one number that a state has: an int in a variable, the size of a
 * collection, the length of a queue, how many machines of a type there are; of several
 * machines of a type, the largest.  It GROWS along a walk if each quarter of the walk
 * has a new maximum, and the last one exceeds the first by a quarter at least: random
 * draws from a fixed range have new maxima, too, but ever smaller ones.
 *
 * So growth is what was seen along so many steps.  That it never ends is likely, and
 * not shown.
 *
 * A gauge COUNTS if its maxima rise one by one, several times in a walk of any length.
 * It may be finite, but to bound it bounds how much happens.
 */
#ifndef DIAGNOSE_GROWTH_H
#define DIAGNOSE_GROWTH_H

#include "engine/diagnose/walk.h"

typedef enum gauge_kind {
    GAUGE_FIELD,    /* of a machine or spec */
    GAUGE_LOCAL,    /* a variable of a handler or function that waits */
    GAUGE_MACHINES, /* how many there are of a type */
    GAUGE_INBOX,
    GAUGE_OUTBOX,
    GAUGE_PAYLOAD, /* of a message that waits */
} gauge_kind;

typedef enum gauge_measure {
    MEASURE_NUMBER, /* its absolute value */
    MEASURE_SIZE,   /* of a collection; machines in a state; messages in a queue */
    MEASURE_LENGTH, /* of a string */
    MEASURE_INSIDE, /* the largest number within a collection */
    MEASURE_WEIGHT, /* the values within a collection */
} gauge_measure;

enum { GROWTH_QUARTERS = 4, GROWTH_PATH = 8 };

typedef struct gauge {
    gauge_kind kind;
    gauge_measure measure;
    uint32_t owner;            /* a declaration; LOCAL: a function; PAYLOAD: an event */
    uint32_t index;            /* of the variable */
    uint8_t path[GROWTH_PATH]; /* down through tuples */
    uint32_t path_len;
    bool is_negative;              /* the value that is furthest from 0 */
    int64_t now;                   /* the maximum so far in this walk */
    int64_t early;                 /* the largest of its first values, over all walks */
    int64_t ends[GROWTH_QUARTERS]; /* NOW at the end of each quarter */
    int64_t shown[GROWTH_QUARTERS]; /* the same, of a walk in which it grew */
    unsigned grew;                  /* in so many walks */
    unsigned rises;                 /* by one, in this walk */
    bool jumps;                     /* it has risen by more */
    unsigned counted;               /* it has risen often in so many walks */
} gauge;

typedef struct growth {
    const core *c;
    uint64_t steps; /* of a walk */
    uint64_t made;  /* in this walk */
    unsigned walks; /* that were that long */
    idmap known;    /* key of a gauge -> its number, from 1 */
    VEC(gauge) gauges;
    VEC(value) last;      /* columns of the last state: only new ones are measured */
    VEC(uint32_t) counts; /* scratch: machines by declaration */
} growth;

void growth_init(growth *g, const core *c, uint64_t steps);
void growth_fini(growth *g);

void growth_start_walk(growth *g);
void growth_see(growth *g, const system_state *s); /* after each step */
void growth_end_walk(growth *g);

/* Does the gauge grow? */
bool growth_is_growing(const growth *g, const gauge *x);

/* Does it count? */
bool growth_is_counter(const gauge *x);

/* The variable of a gauge: log.entries; nothing if it has none.  False: P does not
 * write it so, because its type is not known. */
bool growth_variable(const growth *g, const gauge *x, strbuf *out);

/* Its place: the declaration of the variable, machine or event. */
srcpos growth_place(const growth *g, const gauge *x);

#endif
