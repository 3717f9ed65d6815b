/* reach.h -- the statements that each unit can reach while one unit waits.
 *
 * Unit INDEX stands at a receive and does not move.  A statement is reachable for
 * another unit if the text leads to it, past a receive only if a message for it is in a
 * channel or some unit can reach a send of one.  This over-approximates every run in
 * which INDEX waits; reach.c says why.
 */
#ifndef ENGINE_SEQUENTIAL_REACH_H
#define ENGINE_SEQUENTIAL_REACH_H

#include "engine/sequential/seq_state.h"

typedef struct reach {
    prover *p;
    const seq_state *s;
    uint32_t index;
    bool **stmts; /* by unit, by statement id; NULL: the unit does not move */
    bool *sent;   /* by message: a send of it is reachable */
    bool grown;
    arena memory;
} reach;

void reach_init(reach *r, prover *p, const seq_state *s, uint32_t index);
void reach_fini(reach *r);

/* Can unit WHO make a step? */
bool reach_can_step(const reach *r, uint32_t who);

/* A reachable send of MESSAGE by unit WHO that may be to unit TO; NULL: none. */
const icet_stmt *reach_send(const reach *r, uint32_t who, uint32_t message,
                            uint32_t to);

/* Is a loop over SET, or a nondeterministic choice from it, reachable for unit WHO? */
bool reach_names(const reach *r, uint32_t who, uint32_t set);

#endif
