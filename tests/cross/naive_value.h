/* naive_value.h -- operations on the naive explorer's values. */
#ifndef CROSS_NAIVE_VALUE_H
#define CROSS_NAIVE_VALUE_H

#include "naive.h"

const val *val_null(void);
const val *val_bool(bool b);
const val *val_number(arena *a, val_kind kind, int64_t n);
const val *val_float(arena *a, double f);
const val *val_text(arena *a, const char *text, size_t len);
const val *val_machine(arena *a, int64_t name, uint32_t rights);
const val *val_make(arena *a, val_kind kind, type_id type, const val **items,
                    size_t count);
const val *val_default(arena *a, const program *p, type_id type);

/* A total order; 0 is P's equality (rights of references do not count). */
int val_compare(const program *p, const val *a, const val *b);

/* Position of X in a set, or of a key in a map, counting pairs; -1: not there.  *WHERE
 * gets the place where it belongs. */
long val_find(const program *p, const val *whole, const val *x, size_t *where);

/* COUNT items at AT replaced by those given. */
const val *val_splice(arena *a, const val *v, size_t at, size_t removed,
                      const val *const *added, size_t added_count);

/* The outermost constructor fits the type. */
bool val_fits(const program *p, type_id type, const val *v);

void val_show(const program *p, const val *v, strbuf *out);
void val_write(const val *v, strbuf *out);
const val *val_read(arena *a, const char **at);

#endif
