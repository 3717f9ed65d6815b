/* value.h -- what variables of IceT programs hold: equal values are the same number.
 *
 * The program's types are checked, so a value need not know its own: what is read from
 * it is what was put into it.
 */
#ifndef CROSS_ICET_VALUE_H
#define CROSS_ICET_VALUE_H

#include "base/intern.h"

#include <stdint.h>

typedef uint32_t value;
#define VALUE_UNSET UINT32_MAX /* of a variable that was not written yet */

typedef struct values {
    intern table;
} values;

void values_begin(values *v);
void values_end(values *v);

/* Integers, booleans, and processes by their number. */
value value_scalar(values *v, int64_t number);
int64_t value_number(const values *v, value x);

/* Constructor CTOR, of those of its type, with COUNT fields.  Tuples have CTOR 0. */
value value_compound(values *v, uint32_t ctor, const value *fields, uint32_t count);
uint32_t value_ctor(const values *v, value x);
value value_field(const values *v, value x, uint32_t index);

#endif
