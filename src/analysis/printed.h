/* printed.h -- texts that are made only to be printed.
 *
 * Models print what they do, often through a function of their own: it gets a text,
 * adds a prefix and prints the result.  In a run that nobody looks at, such texts need
 * not be made.
 *
 * A slot of a frame is PRINTED if each instruction that reads it prints it, or moves or
 * formats it into a printed slot, or passes it for a parameter that is a printed slot;
 * and if nothing comes back to it that way.  For a text that grows in a loop is noticed
 * even if it is only printed: the loop does not come back to the same state, and the
 * text may become too long.  Time and memory are linear in the program.
 */
#ifndef ANALYSIS_PRINTED_H
#define ANALYSIS_PRINTED_H

#include "base/arena.h"
#include "ir/ir.h"

typedef struct printed_slots printed_slots;

/* The result belongs to MEMORY; IR must live as long. */
printed_slots *printed_new(arena *memory, const ir_program *ir);

bool printed_is(const printed_slots *p, uint32_t function, frame_slot slot);

#endif
