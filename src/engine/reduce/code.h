/* code.h -- ways through the instructions of a function. */
#ifndef REDUCE_CODE_H
#define REDUCE_CODE_H

#include "base/bits.h"
#include "ir/ir.h"

/* Does instruction I of F read operand O? */
bool code_reads(const ir_function *f, const ir_instr *i, ir_operand o);

/* Does it write the place that is its `d`? */
bool code_writes(const ir_instr *i);

typedef VEC(uint32_t) place_list;

/* Adds the places that may follow, each once: SEEN has those that were added. */
void code_add_next(const ir_function *f, uint32_t place, place_list *out, bits *seen);

/* May SLOT be read from PLACE on, before it is written?  Other than for live_at, the
 * element of a loop counts as written in its body. */
bool code_may_read(const ir_function *f, uint32_t place, uint32_t slot);

#endif
