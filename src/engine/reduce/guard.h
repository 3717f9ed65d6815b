/* guard.h -- does a handler do nothing with a message, whatever becomes of the fields?
 *
 *     on ePrepare do (p: tPrepare) { if (p.ballot > promised) { ... } }
 *
 * The handler is run on what is sure: the payload is known, and of each field the range
 * that it can be in from now on.  Where a condition is not sure both ways are gone.  It
 * does nothing if every way comes to its end without an instruction that changes a
 * field, lets others notice something, or may fail.  What is printed nobody notices.
 *
 * Arithmetic, comparisons and parts of tuples are followed, and that is all: a loop, a
 * call, a collection or a choice is on the safe side something that matters.
 */
#ifndef REDUCE_GUARD_H
#define REDUCE_GUARD_H

#include "core/core.h"

/* What is known of a value. */
typedef enum guess_kind {
    GUESS_ANYTHING,
    GUESS_EXACT, /* it is this value */
    GUESS_INT,   /* a number, from LOW to HIGH */
    GUESS_BOOL,
} guess_kind;

typedef struct guess {
    guess_kind kind;
    value exact;
    int64_t low, high;
} guess;

/* Has it a way to its end on which it does nothing? */
bool guard_may_refuse(const ir_function *f);

/* Does one that has such a way do nothing with PAYLOAD?  FIELDS: those of the machine.
 */
bool guard_refuses(core *c, uint32_t function, value payload, const guess *fields);

#endif
