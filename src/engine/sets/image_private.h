/* image_private.h -- the data structures of image*.c.  The argument is in image.h.
 *
 * Applying the continuation {op, rest} to the rows below its top:
 *
 *                                        set_image.local (ids of)
 *   rows, from   set_operation             local_transition
 *   top on       levels[0] = top           {to[2], requests}
 *      |               |                     |
 *      v               v                     v
 *   [a ...] --- traversal, image.c --------------------> result_rows
 *   [b ...]   reads a, b: look up             |          {class, value, down}
 *             (op, value read) in the         | join           |
 *             local relation                  v                v
 *                                     [class 1] -> [class 2] -> ...     an ldd
 *                                         |            |
 *                                      rows with    rows with
 *                                      new values   new values
 *                                         |
 *             requests of class 1, then rest: the next continuation, applied to these
 *             rows; no requests left: these rows are successors
 *
 * A class is a path in a tree of result_classes:
 *
 *   [requests]  <- the class of rows to which nothing remains to be written
 *       ^
 *       |  above          the operation read two columns: VALUE is still to be written
 *   [VALUE]               to the upper one.  The traversal, back at that level, makes
 *                         VALUE the value of the row and continues with `above`
 */
#ifndef SETS_IMAGE_PRIVATE_H
#define SETS_IMAGE_PRIVATE_H

#include "engine/sets/image.h"

#include <assert.h>

enum { OPERATION_READS = 2 }; /* columns, at most */

typedef enum set_operation_kind {
    OPERATION_START,   /* of a transition, see transition_group */
    OPERATION_REQUEST, /* to a machine, the environment, an outbox or a channel */
    OPERATION_KEEP,    /* an inbox appends a message, see inbox.h */
    OPERATION_SCAN,    /* ... looks for a message that can be handled */
    OPERATION_CLEAR,   /* ... drops all messages */
    OPERATION_TOUR,    /* visits all columns, see image_tour.c */
} set_operation_kind;

typedef struct set_operation {
    set_operation_kind kind;
    transition_group start;            /* START only */
    value request;                     /* unless it is a START */
    set_column reads[OPERATION_READS]; /* of an inbox: the first position */
    uint32_t levels[OPERATION_READS];  /* of these columns; of a TOUR: the first */
    uint32_t count;                    /* of columns read; of a TOUR: 0 */
    uint32_t positions;                /* of the inbox */
    uint32_t number;                   /* for the cache; plus the level */
} set_operation;

/* The rest of a transition: an operation, then requests.  TOP is the lowest level that
 * any of this has touched so far.  It decreases when a request touches a column above
 * it; then NUMBER changes too: cached results for nodes below the new top are useless.
 */
typedef struct continuation {
    uint32_t op;
    value rest;   /* requests */
    uint32_t top; /* level */
    uint32_t number;
    bool creates; /* some machine */
} continuation;

/* An entry of the local relation: the new values of the columns that an operation
 * reads, and the requests that follow. */
typedef struct local_transition {
    value to[OPERATION_READS];
    value requests;
} local_transition;

typedef VEC(local_transition) local_transitions;

/* ABOVE 0: VALUE is the LIST of requests that follow.  Else VALUE must still be written
 * to the upper column; ABOVE is the class after that. */
typedef struct result_class {
    uint32_t above;
    value value;
} result_class;

/* A row of a result: its class, its first value, and the rest of the row. */
typedef struct result_row {
    uint32_t class;
    uint32_t value;
    ldd down;
} result_row;

/* The union of the results of COUNT continuations. */
typedef struct partial_union {
    uint32_t count;
    ldd set;
} partial_union;

struct set_image {
    set_layout *l;
    core *c;
    ldd_store *s;
    /* Operations and continuations (image_continuation.c). */
    VEC(set_operation) operations;
    VEC(continuation) continuations;
    idmap starts;      /* transition group -> continuation + 1 */
    idmap follows;     /* LIST of requests -> continuation + 1 */
    idmap request_ops; /* request -> operation + 1 */
    /* The local relation (image_local.c): entry K is TRANSITIONS from ENDS[K] to
     * ENDS[K + 1]. */
    local_transitions transitions;
    VEC(uint32_t) ends;
    idmap entries; /* operation, values read -> entry + 1 */
    idmap pairs;   /* two values -> a number */
    /* Results of traversals under construction (image_rows.c). */
    VEC(result_row) rows;
    VEC(result_class) classes; /* from 1 on */
    idmap class_ids;
    /* The image under construction (image.c). */
    VEC(partial_union) unions;
    uint32_t above; /* the first level that was touched above a top; or LEVEL_NONE */
    unsigned depth; /* of nested continuations */
    bool is_short;  /* an inbox needs one position more */
    bool labels_fairness; /* requests contain fair_labels, and results are sorted by
                             label */
    /* Cache numbers of subsets (image_subset.c) and tours, for so many levels. */
    uint32_t subsets[3];
    uint32_t urgent;
    uint32_t tours;
    uint32_t levels;
    uint32_t generation; /* of all cache numbers: see ldd.h */
};

/* ---- image_continuation.c ---- */

/* COUNT cache numbers.  If none is left, the store stops: if two operations shared a
 * number, one would get the cached result of the other. */
uint32_t image_numbers(set_image *m, uint32_t count);
uint32_t image_level_numbers(set_image *m); /* one for each level */

/* Those of subsets and tours, before they are used. */
void image_number_levels(set_image *m);

/* Renews all cache numbers, if others may have got them. */
void image_refresh(set_image *m);

/* The continuation + 1 that starts a transition, or serves REQUESTS, which are not
 * empty; 0: the layout lacks column MISSING. */
size_t image_start(set_image *m, transition_group x, set_column *missing);
size_t image_follow(set_image *m, value requests, set_column *missing);

static inline uint32_t operation_first_level(const set_operation *o)
{
    return o->count == 2 && o->levels[1] < o->levels[0] ? o->levels[1] : o->levels[0];
}

static inline uint32_t operation_last_level(const set_operation *o)
{
    return o->count == 2 && o->levels[1] > o->levels[0] ? o->levels[1] : o->levels[0];
}

/* ---- image_local.c ---- */

/* The local relation for the values READ: M's transitions from FIRST on, before END. */
void image_local(set_image *m, uint32_t op, const value *read, uint32_t *first,
                 uint32_t *end);

/* Is the local relation empty for V at LEVEL, whatever the other column is? */
bool image_is_disabled(const set_image *m, const set_operation *o, uint32_t level,
                       value v);

/* ---- image_rows.c ---- */

uint32_t image_class(set_image *m, uint32_t above, value v);

/* Pops the result rows from MARK on and returns them as a set, classes in front. */
ldd image_join_rows(set_image *m, size_t mark);

static inline void image_add_row(set_image *m, uint32_t class, uint32_t v, ldd down)
{
    result_row r = {class, v, down};
    vec_push(&m->rows, r);
}

/* Adds all rows of a list to CLASS. */
static inline void image_add_list(set_image *m, uint32_t class, ldd list)
{
    for (; list != LDD_EMPTY; list = ldd_at(m->s, list)->right)
        image_add_row(m, class, ldd_at(m->s, list)->value, ldd_at(m->s, list)->down);
}

/* Adds {V} x DOWN to the list that ldd_list will build. */
static inline void image_push(set_image *m, uint32_t v, ldd down)
{
    ldd_element e = {v, down};
    vec_push(&m->s->stack, e);
}

/* ---- image_inbox.c ---- */

/* Applies KEEP, SCAN or CLEAR to rows A that begin with the inbox's first position; the
 * result is a set with classes in front.  M->is_short: a position is missing. */
ldd image_change_inbox(set_image *m, uint32_t op, ldd a);

/* ---- image_tour.c ---- */

/* Applies a TOUR to rows A, which are whole; the result has classes in front. */
ldd image_visit_all(set_image *m, uint32_t op, ldd a);

#endif
