/* image.h -- the image of a set of states under a transition group.
 *
 * A transition starts at one machine or outbox, and then sends requests to other
 * components, one after the other (ts.h, component.h).  The start and each request is
 * an OPERATION here: it reads one or two columns of a row.  For the values that it
 * finds there, the LOCAL RELATION has the new values, and the requests that follow. The
 * core computes an entry of the local relation the first time; afterwards it is looked
 * up.
 *
 * A CONTINUATION is an operation and the requests that remain after it: the rest of a
 * transition.  It never changes a column above its TOP, the first column that it
 * touches.  So it is applied to the nodes at that level, and its result is cached for
 * these nodes, whatever the columns above are.
 *
 * An operation is applied to all rows of a set in one traversal of the diagram.  The
 * traversal sorts its result by the requests that follow: it is a set whose rows have
 * one column more in front, the RESULT CLASS.  An operation that reads two columns
 * computes at the lower one; the new value of the upper column travels back up as a
 * part of the class until it can be written.  The result of a traversal depends on the
 * node, the level and the value that was read above, and on nothing else, so it is
 * cached under these three.
 *
 * Lemma image-1: image_after(X) is the union of the successors by the transitions of X
 * of all states of the set.  The local relation says what a transition does to the
 * columns that an operation reads, and to no others; all rows with these values are in
 * the result once for each entry, in the class of its requests; and the requests of a
 * class are served in order by its continuation.
 *
 * Where ints are open, a TOUR (openint_parts.h) goes to all columns but the
 * environment: an operation that reads and writes all of them in one traversal.  What
 * is done to a column depends on what is left of the errand there, which is part of the
 * cache's key; the class of a row is what follows when all columns were visited.
 *
 * image_private.h has a picture of the data structures.
 */
#ifndef SETS_IMAGE_H
#define SETS_IMAGE_H

#include "engine/sets/label.h"
#include "engine/sets/layout.h"
#include "engine/sets/ldd.h"

/* The transitions are divided into groups by where they start. */
typedef enum transition_group_kind {
    GROUP_ACT,     /* a machine acts by itself */
    GROUP_DELIVER, /* a message of an outbox or channel is delivered, or lost */
    GROUP_CRASH,
} transition_group_kind;

typedef struct transition_group {
    transition_group_kind kind;
    machine_id machine;
    uint32_t target; /* DELIVER: of the channel; in P's own network 0, for any target */
} transition_group;

typedef struct set_image set_image;

set_image *image_new(set_layout *l, ldd_store *s);

/* See idmap_coming_growth. */
size_t image_coming_growth(const set_image *m, size_t more);
void image_free(set_image *m); /* accepts NULL */

/* To be called after columns were added to the layout. */
void image_columns_changed(set_image *m);

typedef struct image_result {
    ldd to;            /* the successors */
    bool creates;      /* some of the transitions may have created a machine */
    bool is_violation; /* some transition fails; then TO is incomplete */
    bool is_missing;   /* the layout has no column MISSING; then TO is incomplete */
    set_column missing;
} image_result;

/* The successors of all states of FROM by transitions of group X. */
image_result image_after(set_image *m, ldd from, transition_group x);

/* To be called before the first image: from now on, results are sorted by label. */
void image_enable_labels(set_image *m);

/* The same, by the fairness label of the transition; needs image_enable_labels. */
image_result image_by_label(set_image *m, ldd from, transition_group x, label_map *out);

/* The size of the local relation. */
uint64_t image_local_transitions(const set_image *m);

/* ---- Subsets, by a condition on each column (image_subset.c) ---- */

typedef enum image_subset_kind {
    SUBSET_SETTLED,  /* no machine is new: new machines begin before all else */
    SUBSET_TERMINAL, /* runs end here */
    SUBSET_ACCEPTED, /* ... and such an end is not a violation, if it is one */
} image_subset_kind;

ldd image_subset(set_image *m, ldd from, image_subset_kind which);

/* The states in which ID is new. */
ldd image_urgent(set_image *m, ldd from, machine_id id);

/* The states with value V in column LEVEL. */
ldd image_where(set_image *m, ldd from, uint32_t level, value v);

#endif
