/* symmetry.h -- states that differ only in who is who.
 *
 * Machines of one role, the children of one machine made from one declaration by one
 * interface, may change names with each other, all that they have created included: in
 * columns, in references inside local states (sets and maps sorted anew), in messages.
 * If every operation of the program commutes with such a renaming, a state and its
 * renamed twin have the same future up to the names, and one of them is enough.
 *
 * symmetry_new looks for what does not commute: an order among references that shows.
 * Roles that are involved are PINNED: their machines keep their names.
 *
 * The representative of a state: machines of a role sorted by a signature, which does
 * not depend on names; ties are tried, all or up to a bound.  Where they are not, equal
 * states may have different representatives: less is merged, nothing is lost.
 */
#ifndef REDUCE_SYMMETRY_H
#define REDUCE_SYMMETRY_H

#include "core/system.h"
#include "engine/engine.h"

typedef struct symmetry symmetry;

/* KIND is not SYMMETRY_OFF.  NULL: no role can ever have two machines, or all are
 * pinned; REPORT gets lines for people in any case ("Worker machines are symmetric",
 * "Client machines are not: iteration order at line 40"). */
symmetry *symmetry_new(core *c, symmetry_kind kind, strbuf *report);
void symmetry_free(symmetry *s); /* accepts NULL */

/* Turns a state into its representative; true: it is another one.  S may hold local
 * states of blocked machines and inboxes with tails (REC_TAIL at their end): all that
 * is asked of a column is that references in it can be renamed. */
bool symmetry_canonical(symmetry *y, system_state *s);

/* Do two states differ only in who is who?  All ties are tried. */
bool symmetry_is_same(symmetry *y, const system_state *a, const system_state *b);

/* How many states there are that S stands for: the size of its orbit, as far as it is
 * known from ties (a lower bound unless exact); for statistics. */
double symmetry_orbit(symmetry *y, const system_state *s);

/* Were all ties tried so far?  False: some states have very many, and less was merged
 * than could be. */
bool symmetry_is_exact(const symmetry *y);

#endif
