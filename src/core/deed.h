/* deed.h -- what a move means for fairness, as values.
 *
 * A weakly fair run must let those run who can, and deliver what waits; a `$$` must
 * fall both ways; and a spec is not hot for ever if it is cold in passing.  So a move
 * is told by which machines ran, what waited and was delivered, how fair choices fell,
 * and which monitors were cold.  Those who want it get DEEDs among the asks of a move
 * (part.h, core.tells_deeds); nobody has to do anything about them.
 */
#ifndef CORE_DEED_H
#define CORE_DEED_H

#include "core/system.h"

typedef enum deed_kind {
    DEED_RAN,    /* a machine */
    DEED_SERVED, /* what waited: see deed_served */
    DEED_FAIR,   /* a `$$`: FAIR_PARTS, see run.h */
    DEED_COOLED, /* a monitor, by its number */
} deed_kind;

/* The parts of a DEED: which of these, and what it says. */
enum { DEED_KIND, DEED_FIRST };

bool value_is_deed(const core *c, value ask);
deed_kind deed_kind_of(const core *c, value deed);

value deed_ran(core *c, uint32_t slot);

/* What waits, as the network counts it: a sender; with a target; with a message. */
value deed_served(core *c, uint32_t sender, value message);

value deed_fair(core *c, const value *parts);
/* A fair choice that falls the other way. */
value deed_other_way(core *c, value fair);

value deed_cooled(core *c, uint32_t monitor);

typedef VEC(value) deed_list;

/* One for each `$$` of a LIST of these, see outcome. */
void deed_fair_choices(core *c, value fair, deed_list *out);

/* A machine can run, or something of an outbox waits: what a fair run must come to do,
 * by the deeds that do it.  Quick: what was asked before is known. */
typedef struct deed_memo {
    VEC(value) ran; /* by slot */
    idmap services; /* (sender, target or message) -> deed */
} deed_memo;
void deed_memo_free(deed_memo *m);
value deed_memo_ran(deed_memo *m, core *c, uint32_t slot);
value deed_memo_served(deed_memo *m, core *c, uint32_t sender, value message);

/* All of a move M that led from FROM to something, and R is what came of it. */
void deed_move(core *c, deed_memo *known, const system_state *from, move m,
               const move_result *r, deed_list *out);

#endif
