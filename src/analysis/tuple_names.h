/* tuple_names.h -- warns of named tuples that are handled with other field names.
 *
 * P checks the names of fields statically, except where a value passes through `any` or
 * a payload goes with an event in a variable.  There it looks for a field only when the
 * field is read, and fails if there is none.
 */
#ifndef ANALYSIS_TUPLE_NAMES_H
#define ANALYSIS_TUPLE_NAMES_H

#include "base/diag.h"
#include "ir/ir.h"

/* One warning for each event and pair of types, with both places: where the tuple is
 * sent and where it is handled. */
void tuple_names_check(const ir_program *ir, diag *d);

#endif
