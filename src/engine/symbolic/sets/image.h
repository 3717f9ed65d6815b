/* image.h -- what moves make of a whole set of states.
 *
 * A move begins at one machine or box and then asks something of others, one after the
 * other (part.h).  Each of these is an OPERATION here: it reads one or two columns, and
 * for each of the values that it finds there knows new ones and what is asked next.
 * That is learned the first time from the core, and looked up ever after.
 *
 * What is still to be done in a move, from any of its operations on, concerns no column
 * above the first one that is touched, and is done to what is below it; it is
 * remembered for the nodes there.
 *
 * An operation is done to all rows of a set in one walk.  Its result is sorted by what
 * is asked next: a set whose rows have one column more in front, the GROUP.  On the way
 * back up from the last column that is read, what is to be written above travels along
 * as a part of the group.  The result of a walk depends on nothing but the node it
 * begins at, the level, and the values read so far, so it is remembered under these.
 */
#ifndef SETS_IMAGE_H
#define SETS_IMAGE_H

#include "engine/symbolic/sets/label.h"
#include "engine/symbolic/sets/layout.h"
#include "engine/symbolic/sets/ldd.h"

/* Where moves begin. */
typedef enum start_kind {
    START_ACT,     /* a machine goes on by itself */
    START_DELIVER, /* a message reaches its target */
    START_CRASH,
} start_kind;

typedef struct start {
    start_kind kind;
    uint32_t slot;
    uint32_t target; /* DELIVER; in P's own network any */
} start;

typedef struct image image;

image *image_new(layout *l, ldd_store *s);
void image_free(image *m); /* accepts NULL */

/* There are more columns now. */
void image_place(image *m);

typedef struct image_result {
    ldd to;            /* states after the move */
    bool creates;      /* it may have created a machine, in some of them */
    bool is_violation; /* it fails in some of the states, and nothing else is known */
    bool is_missing;   /* nothing is known, for there is no column for MISSING */
    column missing;
} image_result;

/* The move that begins at X, in all states of FROM. */
image_result image_after(image *m, ldd from, start x);

/* From now on, before anything is learned: ways also tell what they mean for fairness.
 */
void image_tell_deeds(image *m);

/* The same by what the move means for fairness; needs an image that tells. */
image_result image_sorted(image *m, ldd from, start x, labelled_list *out);

/* Local steps and changes of boxes that were learned. */
uint64_t image_learned(const image *m);

/* ---- Subsets, by what each column says ---- */

typedef enum subset {
    SUBSET_CALM, /* no machine is new: those begin before all else happens */
    SUBSET_ENDS, /* runs end here */
    SUBSET_FINE, /* ... and that is fine */
} subset;

ldd image_subset(image *m, ldd from, subset which);

/* The states in which SLOT is new. */
ldd image_urgent(image *m, ldd from, uint32_t slot);

/* The states with VALUE in column LEVEL. */
ldd image_where(image *m, ldd from, uint32_t level, value v);

#endif
