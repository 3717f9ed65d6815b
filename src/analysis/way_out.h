/* way_out.h -- can code that runs still come to an end?
 *
 * Code leaves its handler, with all its callers, by raise, goto, a failed assertion or
 * a failed assumption, and it lets others run at send, new and receive.  Or it returns
 * to its caller.  Only the flow graph counts: a branch goes both ways unless its
 * condition is a constant.  So code that can neither leave nor return runs forever, or
 * fails.  The converse does not hold.
 */
#ifndef ANALYSIS_WAY_OUT_H
#define ANALYSIS_WAY_OUT_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct way_out way_out;

/* Analyses IR, which must live as long; the result belongs to MEMORY. */
way_out *way_out_new(arena *memory, const ir_program *ir);

/* From PC on, can FUNCTION leave the handler or let others run, itself or in a function
 * that it calls? */
bool way_out_leaves(const way_out *w, uint32_t function, ir_pc pc);

/* ... can it return? */
bool way_out_returns(const way_out *w, uint32_t function, ir_pc pc);

#endif
