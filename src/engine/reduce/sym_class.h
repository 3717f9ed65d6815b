/* roles.h -- who plays which role in a state.
 *
 * A role is played by machines that may change names with each other: the children of
 * one machine, made by one interface, which are there.  It depends on nothing but who
 * is there; the last answer is often the next one.
 */
#ifndef REDUCE_SYM_CLASS_H
#define REDUCE_SYM_CLASS_H

#include "engine/reduce/shape_hash.h"

typedef struct sym_class {
    uint64_t kind;   /* of its members */
    uint32_t parent; /* slot */
    uint32_t depth;
    uint32_t first; /* of its members, in cast.members */
    uint32_t count; /* two or more */
} sym_class;

/* A machine that has a kind. */
typedef struct sym_member {
    uint32_t slot;
    uint32_t parent;
    uint32_t class_index; /* or ROLE_NONE */
} sym_member;

#define SYM_CLASS_NONE UINT32_MAX

typedef struct sym_classes {
    VEC(sym_class) classes;     /* those of the least depth first */
    VEC(uint32_t) members;      /* slots, of each role by number */
    VEC(sym_member) permutable; /* all of them: those of the least depth first */
    double group_order;         /* in how many ways names can be changed */
} sym_classes;

typedef struct sym_class_table sym_class_table;

sym_class_table *sym_class_new(core *c, shape_hash_table *l);
void sym_class_free(sym_class_table *k); /* accepts NULL */

/* Good until the next call. */
const sym_classes *sym_class_find(sym_class_table *k, const system_state *s);

#endif
