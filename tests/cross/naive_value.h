/* naive_value.h -- the naive explorer's values: plain trees, the arena's. */
#ifndef CROSS_NAIVE_VALUE_H
#define CROSS_NAIVE_VALUE_H

#include "naive.h"

typedef enum val_kind {
    V_NULL,
    V_BOOL,
    V_INT, /* enum elements too */
    V_FLOAT,
    V_TEXT,
    V_EVENT,
    V_MACHINE,
    V_TUPLE,
    V_SEQ,
    V_SET, /* sorted, each once */
    V_MAP, /* key, value, key, value, ...; sorted by key */
} val_kind;

typedef struct val val;
struct val {
    val_kind kind;
    int64_t number;   /* BOOL, INT, EVENT; MACHINE: the interface it was made for */
    double real;      /* FLOAT */
    uint32_t rights;  /* MACHINE: the events it may be sent */
    type_id type;     /* TUPLE: whose names count, or 0 */
    const char *text; /* TEXT; MACHINE: its path */
    size_t count;     /* TEXT, MACHINE: bytes; TUPLE, SEQ, SET, MAP: items */
    const val **items;
};

const val *val_null(void);
const val *val_bool(bool b);
const val *val_number(arena *a, val_kind kind, int64_t n);
const val *val_float(arena *a, double f);
const val *val_text(arena *a, const char *text, size_t len);
const val *val_machine(arena *a, const char *path, uint32_t interface, uint32_t rights);
const val *val_make(arena *a, val_kind kind, type_id type, const val **items,
                    size_t count);
const val *val_tuple(arena *a, const symbols *p, type_id type, const val **items,
                     size_t count); /* of a tuple type, named or not */
const val *val_default(arena *a, const symbols *p, type_id type);

/* Paths of machines: 1 before 1.1 before 1.2 before 1.10 before 2. */
int path_compare(const char *a, const char *b);

/* A total order; 0 is P's equality (rights of references do not count). */
int val_compare(const symbols *p, const val *a, const val *b);

/* Position of X in a set, or of a key in a map, counting pairs; -1: not there.  *WHERE
 * gets the place where it belongs. */
long val_find(const symbols *p, const val *whole, const val *x, size_t *where);

/* COUNT items at AT replaced by those given. */
const val *val_splice(arena *a, const val *v, size_t at, size_t removed,
                      const val *const *added, size_t added_count);

/* Where tuple V has the field that TYPE has at INDEX: P looks it up by its name.  Not
 * below V's count: V has no such field. */
size_t val_field(const symbols *p, const val *v, type_id type, size_t index);

/* The outermost constructor fits the type. */
bool val_fits(const symbols *p, type_id type, const val *v);

void val_write(const val *v, strbuf *out);
const val *val_read(arena *a, const char **at);

#endif
