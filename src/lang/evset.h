/* evset.h -- sets of events, each distinct set once.
 *
 * Sets are hash-consed, so equality is `==`.  Many machines accept every event, so the
 * set of all events has a fixed id, EVSET_ALL.
 */
#ifndef LANG_EVSET_H
#define LANG_EVSET_H

#include "base/intern.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t evset_id;
enum { EVSET_EMPTY = 0, EVSET_ALL = 1 };

enum { EVENT_HALT = 0, EVENT_NULL = 1, EVENT_FIRST_USER = 2 };

typedef struct evsets {
    intern sets;          /* sorted arrays of event indices */
    uint32_t event_count; /* declared ones and halt, not null */
} evsets;

void evsets_init(evsets *e);
void evsets_fini(evsets *e);

/* The set of EVENTS[0 .. COUNT-1], in any order and with repetitions.  Call
 * evsets_set_universe first. */
evset_id evset_make(evsets *e, const uint32_t *events, size_t count);
void evsets_set_universe(evsets *e, uint32_t event_count);

/* The members, sorted; not for EVSET_ALL. */
const uint32_t *evset_members(const evsets *e, evset_id set, size_t *count);

/* Is EVENT in a SET that is not EVSET_ALL? */
bool evset_lists(const evsets *e, evset_id set, uint32_t event);

static inline bool evset_has(const evsets *e, evset_id set, uint32_t event)
{
    return set == EVSET_ALL ? event != EVENT_NULL : evset_lists(e, set, event);
}

/* The union of many sets, without interning the intermediate ones. */
typedef struct evset_union {
    VEC(uint32_t) events;
    bool is_all;
} evset_union;

void evset_union_add(evset_union *u, const evsets *e, evset_id set);
evset_id evset_union_finish(evset_union *u, evsets *e);

/* Some event of A that is not in B; false: there is none. */
bool evset_difference(const evsets *e, evset_id a, evset_id b, uint32_t *event);

/* Some event that is in both; false: there is none. */
bool evset_common(const evsets *e, evset_id a, evset_id b, uint32_t *event);

#endif
