/* symmetry.h -- symmetry reduction: one canonical state for each orbit.
 *
 * Machines of one class (sym_class.h), the children of one machine made from one
 * declaration by one interface, may exchange names, together with all their
 * descendants: in columns, in references inside local states (sets and maps are sorted
 * again), in messages.  If every operation of the program commutes with such a renaming
 * (equivariance.h), a state and its renamed twin have the same future up to names, and
 * one of them suffices.
 *
 * symmetry_new finds operations that do not commute: a visible order among references.
 * Declarations that are involved are PINNED: their machines keep their names.
 *
 * The canonical state: machines of a class sorted by a signature that does not depend
 * on names; ties are tried, all or up to a bound.  Beyond the bound, states of one
 * orbit may have several canonical states: less is merged, nothing is lost.
 */
#ifndef REDUCE_SYMMETRY_H
#define REDUCE_SYMMETRY_H

#include "core/system.h"
#include "engine/engine.h"

typedef struct symmetry symmetry;

/* KIND is not SYMMETRY_OFF.  NULL: no class can ever have two machines, or all are
 * pinned; REPORT gets lines for the user in any case ("Worker machines are symmetric",
 * "Client machines are not: iteration order at line 40"). */
symmetry *symmetry_new(core *c, symmetry_kind kind, strbuf *report);
void symmetry_free(symmetry *s); /* accepts NULL */

/* Turns a state into its canonical one; true: it has changed.  S may hold local states
 * of blocked machines and inboxes with queue abstractions (REC_TAIL at their end): the
 * only requirement on a column is that references in it can be renamed. */
bool symmetry_canonical(symmetry *y, system_state *s);

/* Are two states in one orbit?  All ties are tried. */
bool symmetry_is_same(symmetry *y, const system_state *a, const system_state *b);

/* The size of the orbit of S, as far as ties tell (a lower bound unless exact); for
 * statistics. */
double symmetry_orbit(symmetry *y, const system_state *s);

/* Columns of states that it has looked at so far: how long it takes. */
uint64_t symmetry_looked_at(const symmetry *y);

/* Were all ties tried so far?  False: some states have too many, and less was merged
 * than possible. */
bool symmetry_is_exact(const symmetry *y);

#endif
