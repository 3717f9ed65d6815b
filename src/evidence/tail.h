/* tail.h -- makes the random tail of a trace (core/hot_tail.h) again, and judges it. */
#ifndef EVIDENCE_TAIL_H
#define EVIDENCE_TAIL_H

#include "core/hot_tail.h"
#include "core/player.h"
#include "core/trace.h"

/* Draws step K of the tail; *M is the transition.  PLAY_NONE: the run has ended. */
play_answer tail_draw(player *p, const trace_tail *t, uint64_t k, transition *m);

/* The last transition of the player belongs to the tail, and leads to its `next`. */
void tail_note(hot_tail *h, const player *p);

#endif
