/* type.h -- types as small numbers: equal types have equal ids.
 *
 * Types are hash-consed.  A typedef has the id of the type that it names.  A permission
 * (in P, the type of a reference that accepts certain events) keeps its name for
 * messages, but two permissions are compatible exactly if their event sets are equal.
 */
#ifndef LANG_TYPE_H
#define LANG_TYPE_H

#include "base/idmap.h"
#include "base/strbuf.h"
#include "lang/evset.h"
#include "lang/names.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t type_id;

/* The built-in types have fixed ids, in this order. */
enum {
    TYPE_ERROR, /* of an expression already reported: compatible with everything */
    TYPE_ANY,
    TYPE_DATA,
    TYPE_BOOL,
    TYPE_INT,
    TYPE_FLOAT,
    TYPE_STRING,
    TYPE_EVENT,
    TYPE_MACHINE,
    TYPE_NULL, /* of `null`, and of functions without a result */
    TYPE_FIRST_MADE
};

typedef enum type_kind {
    TYPE_KIND_BUILTIN,
    TYPE_KIND_ENUM,
    TYPE_KIND_FOREIGN,
    TYPE_KIND_PERMISSION,
    TYPE_KIND_SEQ,
    TYPE_KIND_SET,
    TYPE_KIND_MAP,
    TYPE_KIND_TUPLE,
    TYPE_KIND_NAMED_TUPLE,
} type_kind;

typedef enum permission_kind {
    PERMISSION_INTERFACE, /* machines too: each has an implicit interface */
    PERMISSION_SPEC,
    PERMISSION_EVENTSET,
    PERMISSION_EVENT,
} permission_kind;

/* Deeper types are refused, because every phase walks types recursively. */
enum { TYPE_MAX_DEPTH = 200 };

/* An element of an enum. */
typedef struct type_elem {
    name_id name;
    uint64_t number;
} type_elem;

typedef struct type_info {
    type_kind kind;
    uint32_t depth;
    name_id name;  /* ENUM, FOREIGN, PERMISSION */
    name_id alias; /* the first typedef that names it, or NAME_NONE */
    uint32_t count;
    const type_id *parts;   /* elements, or key and value, or fields */
    const name_id *names;   /* of a named tuple's fields */
    const type_elem *elems; /* ENUM */
    uint32_t elem_count;
    permission_kind permission;
    const void *decl;       /* ENUM, FOREIGN, PERMISSION: the declaration */
    const evset_id *events; /* PERMISSION: in the declaration, filled in later */
} type_info;

typedef struct types {
    intern keys;
    arena memory;
    VEC(type_info) infos;
    idmap accepts_cache;
    idmap data_cache;
    const intern *names;
} types;

void types_init(types *t, const intern *names);
void types_fini(types *t);

type_id type_seq(types *t, type_id elem);
type_id type_set(types *t, type_id elem);
type_id type_map(types *t, type_id key, type_id value);
type_id type_tuple(types *t, const type_id *parts, uint32_t count);
type_id type_named_tuple(types *t, const name_id *names, const type_id *parts,
                         uint32_t count);
type_id type_enum(types *t, name_id name, const void *decl);
/* Call it once for each enum. */
void type_set_elems(types *t, type_id type, const type_elem *elems, uint32_t count);
type_id type_foreign(types *t, name_id name, const void *decl);
type_id type_permission(types *t, permission_kind kind, name_id name, const void *decl,
                        const evset_id *events);
void type_add_alias(types *t, type_id type, name_id name);

const type_info *type_get(const types *t, type_id type);
type_kind type_kind_of(const types *t, type_id type);
uint32_t type_depth(const types *t, type_id type);

/* The smallest number of an enum: its default value. */
uint64_t type_smallest_elem(const types *t, type_id type);

/* T <- S: a value of static type SOURCE may be stored in TARGET. */
bool type_accepts(types *t, type_id target, type_id source);
bool type_same(types *t, type_id a, type_id b); /* accepts both ways */

/* Index of field NAME in a named tuple, or -1. */
int type_field_index(const types *t, type_id type, name_id name);

/* Adds the type in the syntax of P; type_show, for messages, uses aliases and shortens
 * long types. */
void type_show(const types *t, type_id type, strbuf *out);
void type_show_whole(const types *t, type_id type, strbuf *out);

#endif
