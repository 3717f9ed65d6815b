/* sym_class.h -- symmetry classes: machines of a state that may be exchanged.
 *
 * A class has the machines that may exchange names: the children of one machine, made
 * by one interface, which exist.  The classes depend only on which machines exist; the
 * last answer is often the next one.
 */
#ifndef REDUCE_SYM_CLASS_H
#define REDUCE_SYM_CLASS_H

#include "engine/reduce/shape_hash.h"

typedef struct sym_class {
    uint64_t kind;   /* of its members */
    uint32_t parent; /* machine id */
    uint32_t depth;
    uint32_t first; /* of its members, in sym_classes.members */
    uint32_t count; /* two or more */
} sym_class;

/* A machine that has a kind (shape_hash.h). */
typedef struct sym_member {
    machine_id machine;
    uint32_t parent;
    uint32_t class_index; /* or SYM_CLASS_NONE */
} sym_member;

#define SYM_CLASS_NONE UINT32_MAX

typedef struct sym_classes {
    VEC(sym_class) classes;     /* by depth */
    VEC(uint32_t) members;      /* machine ids, class by class, each in order */
    VEC(sym_member) permutable; /* all machines with a kind, by depth */
    double group_order;         /* of the group: the number of renamings */
} sym_classes;

typedef struct sym_class_table sym_class_table;

sym_class_table *sym_class_new(core *c, shape_hash_table *l);
void sym_class_free(sym_class_table *k); /* accepts NULL */

/* Valid until the next call. */
const sym_classes *sym_class_find(sym_class_table *k, const system_state *s);

#endif
