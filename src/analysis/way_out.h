/* way_out.h -- can a function that runs still come to an end?
 *
 * An end is a return, a scheduling point, or an instruction that leaves the handler:
 * send, new, receive, raise, goto, a failed assertion or assumption.
 * Only the flow graph counts: a branch goes both ways unless its condition is a
 * constant.  So a function without a way out runs forever, or fails.  The converse does
 * not hold.
 */
#ifndef ANALYSIS_WAY_OUT_H
#define ANALYSIS_WAY_OUT_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct way_out way_out;

/* Analyses IR, which must live as long; the result belongs to MEMORY. */
way_out *way_out_new(arena *memory, const ir_program *ir);

/* Is there a way out of FUNCTION from PC on? */
bool way_out_exists(const way_out *w, uint32_t function, ir_pc pc);

#endif
