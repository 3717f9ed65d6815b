/* label.h -- fairness labels of transitions, and sets of states by label.
 *
 * A label is a LIST of fair labels (fair_label.h), sorted and without duplicates.  So
 * two labels with the same fair_labels are the same value.
 */
#ifndef SETS_LABEL_H
#define SETS_LABEL_H

#include "core/fair_label.h"
#include "engine/sets/ldd.h"

value label_add(core *c, value label, value fair_label);
value label_join(core *c, value a, value b);
bool label_has(const core *c, value label, value fair_label);

/* The label restricted to its fair choices. */
value label_choices(core *c, value label);

/* Moves the fair labels of REQUESTS, a LIST, to LABEL; returns the other requests. */
value label_split_requests(core *c, value requests, value *label);

/* The label of the transition M from FROM, with result R. */
value label_of_move(core *c, const system_state *from, transition m,
                    const transition_result *r);

/* ---- Sets by label ---- */

typedef struct labelled {
    value label;
    ldd states;
} labelled;

/* Each label at most once. */
typedef VEC(labelled) labelled_list;

ldd labelled_get(const labelled_list *x, value label);
void labelled_set(labelled_list *x, value label, ldd states);
void labelled_add(labelled_list *x, ldd_store *s, value label, ldd states);
ldd labelled_all(const labelled_list *x, ldd_store *s); /* the union over all labels */
void labelled_copy(const labelled_list *from, labelled_list *to);

/* Equality as maps from labels to sets: a label with an empty set counts as absent. */
bool labelled_is_same(const labelled_list *a, const labelled_list *b);
bool labelled_is_empty(const labelled_list *x);

#endif
