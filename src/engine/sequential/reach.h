/* reach.h -- how far everybody may get while one of them waits.  Inside the engine.
 *
 * Unit INDEX stands at a receive and does not move.  A statement is reachable for
 * another unit if it may come to it: past a receive only if a message for it is there,
 * or somebody may come to a send of one.
 */
#ifndef ENGINE_SEQUENTIAL_REACH_H
#define ENGINE_SEQUENTIAL_REACH_H

#include "engine/sequential/state.h"

typedef struct reach {
    prover *p;
    const seq_state *s;
    uint32_t index;
    bool **stmts; /* by unit, by statement; NULL: it does not move at all */
    bool *sent;   /* by message: there is a reachable send of it */
    bool grown;
    arena memory;
} reach;

void reach_init(reach *r, prover *p, const seq_state *s, uint32_t index);
void reach_fini(reach *r);

/* Does unit WHO do anything? */
bool reach_moves(const reach *r, uint32_t who);

/* A reachable send of MESSAGE by unit WHO that may be to unit TO; NULL: none. */
const icet_stmt *reach_send(const reach *r, uint32_t who, uint32_t message,
                            uint32_t to);

/* Is a loop over SET, or a choice of one of it, reachable for unit WHO? */
bool reach_names(const reach *r, uint32_t who, uint32_t set);

#endif
