/* guard_absint.h -- abstract interpretation of guards: does a handler do nothing with
 * a message, whatever values the fields take from now on?
 *
 *     on ePrepare do (p: tPrepare) { if (p.ballot > promised) { ... } }
 *
 * The handler runs on an abstract state: the payload is exact, and each field is
 * a superset of the values that it can still take.  Where a condition is not decided,
 * both branches run.  The handler refuses the message if every path reaches its end by
 * harmless instructions only (analysis/guard.h) that cannot fail.
 *
 * Lemma guard-1.  Each operation is monotone in its arguments: for all values in its
 * abstract arguments the concrete result is in the abstract result, or the operation is
 * not followed.  So if all abstract paths are harmless, the concrete one is.
 */
#ifndef REDUCE_GUARD_ABSINT_H
#define REDUCE_GUARD_ABSINT_H

#include "analysis/guard.h"
#include "core/core.h"

/* An abstract value: a set of values. */
typedef enum absval_kind {
    ABSVAL_ANY,
    ABSVAL_EXACT, /* this value */
    ABSVAL_RANGE, /* the numbers from LOW to HIGH */
    ABSVAL_BOOL,  /* true or false */
} absval_kind;

typedef struct absval {
    absval_kind kind;
    value exact;
    int64_t low, high;
} absval;

/* Does FUNCTION, for which guard_may_refuse holds, do nothing with PAYLOAD?  FIELDS: of
 * the machine, by field. */
bool guard_absint_refuses(core *c, uint32_t function, value payload,
                          const absval *fields);

#endif
