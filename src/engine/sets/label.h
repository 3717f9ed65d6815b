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

/* Is the alternative taken at the site, or offered there? */
bool label_takes(const core *c, value label, value site, value alternative);
bool label_offers(core *c, value label, value site, value alternative);

/* The label restricted to its choices. */
value label_choices(core *c, value label);

/* Moves the fair labels of REQUESTS, a LIST, to LABEL; returns the other requests. */
value label_split_requests(core *c, value requests, value *label);

/* The label of the transition M from FROM, with result R. */
value label_of_transition(core *c, const system_state *from, transition m,
                          const transition_result *r);

/* ---- Sets by label ---- */

typedef struct label_states {
    value label;
    ldd states;
} label_states;

/* Each label at most once. */
typedef VEC(label_states) label_map;

ldd label_map_get(const label_map *x, value label);
void label_map_set(label_map *x, value label, ldd states);
void label_map_add(label_map *x, ldd_store *s, value label, ldd states);
ldd label_map_union(const label_map *x, ldd_store *s); /* the union over all labels */
void label_map_copy(const label_map *from, label_map *to);

/* Equality as maps from labels to sets: a label with an empty set counts as absent. */
bool label_map_is_same(const label_map *a, const label_map *b);
bool label_map_is_empty(const label_map *x);

#endif
