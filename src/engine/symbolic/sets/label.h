/* label.h -- what moves mean for fairness, and sets of states by that.
 *
 * A label is a LIST of DEEDs (deed.h), each once, in a fixed order: so labels of the
 * same meaning are the same value.
 */
#ifndef SETS_LABEL_H
#define SETS_LABEL_H

#include "core/deed.h"
#include "engine/symbolic/sets/ldd.h"

value label_add(core *c, value label, value deed);
value label_join(core *c, value a, value b);
bool label_has(const core *c, value label, value deed);

/* The fair choices of a label, and nothing else. */
value label_choices(core *c, value label);

/* Moves the DEEDs among ASKS, a LIST, to LABEL; returns what is left. */
value label_take_deeds(core *c, value asks, value *label);

/* Of a move M that led from FROM to something. */
value label_of_move(core *c, const system_state *from, move m, const move_result *r);

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
ldd labelled_all(const labelled_list *x, ldd_store *s); /* whatever the label is */
void labelled_copy(const labelled_list *from, labelled_list *to);

/* Do they say the same?  To be there and empty is to be absent. */
bool labelled_is_same(const labelled_list *a, const labelled_list *b);
bool labelled_is_empty(const labelled_list *x);

#endif
