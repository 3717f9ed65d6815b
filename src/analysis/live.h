/* live.h -- live variables: which slots of a frame may still be read.
 *
 * The backward data-flow analysis over flow.h.  A slot is live before an instruction if
 * on some path from there it is read before it is written; live-out is the union of
 * live-in over the outgoing edges, less what an edge itself writes.
 *
 * The core forgets the dead slots of a paused frame before it stores the frame: two
 * frames that differ in dead slots only are one local state.  commute.h asks whether
 * a value outlives a loop.  Both use this one analysis.
 */
#ifndef ANALYSIS_LIVE_H
#define ANALYSIS_LIVE_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct live_slots live_slots;

/* Analyses F, which must live as long; the result belongs to MEMORY. */
live_slots *live_new(arena *memory, const ir_function *f);

/* May SLOT be read from PC on, before it is written? */
bool live_before(const live_slots *l, ir_pc pc, frame_slot slot);

/* The same for a frame whose call at PC has not returned yet: from the instruction
 * behind it on, and the result of the call counts as written. */
bool live_behind_call(const live_slots *l, ir_pc pc, frame_slot slot);

#endif
