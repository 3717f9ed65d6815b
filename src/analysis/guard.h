/* guard.h -- handlers that may do nothing with a message.
 *
 *     on ePrepare do (p: tPrepare) { if (p.ballot > promised) { ... } }
 *
 * A handler REFUSES a message if it reaches its end without an instruction that changes
 * a field, has an effect on others, or may fail.  Output to people has no effect.  This
 * module says which instructions are harmless so, and whether a handler has a path of
 * harmless instructions to its end at all; engine/reduce/guard_absint.h decides whether
 * a message takes such a path for all field values that are still possible.
 *
 * Arithmetic, comparisons and parts of tuples are harmless, and nothing else: a loop,
 * a call, a collection or a choice counts as an effect, which is safe.
 */
#ifndef ANALYSIS_GUARD_H
#define ANALYSIS_GUARD_H

#include "ir/ir.h"

enum { GUARD_MOST_SLOTS = 32 }; /* of a handler that is analysed */

/* Does the instruction only compute into a local, or print, or join branches? */
bool guard_is_harmless(const ir_instr *i);

/* Has the handler a path to its end on which it does nothing? */
bool guard_may_refuse(const ir_function *f);

#endif
