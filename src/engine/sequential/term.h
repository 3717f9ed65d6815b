/* term.h -- symbolic values: hash-consed and simplified when they are made.
 *
 * A term stands for a value of one process at one time: a constant, an unknown, or an
 * operation on terms.  Equal terms have the same number, so equality of terms is
 * equality of numbers, and a term that depends on constants only is a constant.
 *
 * Unknowns never change their meaning.  A path condition is a list of facts, each
 * saying what a term is on the branch that was taken; term_under applies it to a value.
 *
 * Terms with TERM_SELF, and with unknowns that have another value in each copy,
 * describe all copies of a process together; term_replace turns them into the terms of
 * one copy.
 *
 * A store owns all its nodes and frees them together; it belongs to one thread.
 */
#ifndef ENGINE_SEQUENTIAL_TERM_H
#define ENGINE_SEQUENTIAL_TERM_H

#include "base/intern.h"
#include "icet/icet.h"

typedef uint32_t term;
#define TERM_NONE 0u /* no value: the variable is dead */

typedef enum term_kind {
    TERM_INT = 1,
    TERM_BOOL,
    TERM_UNIT_PID, /* a single process: its index */
    TERM_NAME,     /* a copy: its name */
    TERM_SELF,     /* the copy that the term is about */
    TERM_NOBODY,
    TERM_SIZE,    /* of a set */
    TERM_UNKNOWN, /* number, type */
    TERM_TUPLE,
    TERM_CTOR,
    TERM_ITEM,
    TERM_PART,
    TERM_IS,
    TERM_NOT,
    TERM_NEGATE,
    TERM_ADD,
    TERM_SUB,
    TERM_MUL,
    TERM_EQ,
    TERM_LT,
    TERM_LE,
    TERM_AND,
    TERM_OR,
    TERM_ITE, /* if args[0] then args[1] else args[2] */
} term_kind;

typedef struct term_node {
    term_kind kind;
    uint32_t count; /* of args */
    int64_t number;
    const void *of; /* the icet_ctor, or the icet_type of an unknown */
    term args[];
} term_node;

typedef struct term_store {
    intern nodes;
    uint32_t unknowns; /* made so far */
} term_store;

void term_init(term_store *t);
void term_fini(term_store *t);

const term_node *term_at(const term_store *t, term x);

term term_int(term_store *t, int64_t number);
term term_bool(term_store *t, bool b);
term term_leaf(term_store *t, term_kind kind, int64_t number);
term term_unknown(term_store *t, const icet_type *type); /* a new one */
term term_make(term_store *t, term_kind kind, int64_t number, const void *of,
               uint32_t count, const term *args);
term term_unary(term_store *t, term_kind kind, term a);
term term_binary(term_store *t, term_kind kind, term a, term b);
term term_ite(term_store *t, term condition, term a, term b);

bool term_is_true(const term_store *t, term x);
bool term_is_false(const term_store *t, term x);

/* A path condition: FROM equals TO, and so on.  A list, newest first. */
typedef struct term_fact term_fact;
struct term_fact {
    term from, to;
    const term_fact *older;
};

/* X, rewritten by FACTS until none applies. */
term term_under(term_store *t, const term_fact *facts, term x);

/* FACTS, and that CONDITION is VALUE, with its immediate consequences. */
const term_fact *term_fact_add(arena *memory, term_store *t, const term_fact *facts,
                               term condition, bool value);

/* Is AFTER provably BEFORE plus a constant?  If so, that is from LEAST to MOST. */
bool term_growth(const term_store *t, term before, term after, int64_t *least,
                 int64_t *most);

/* The value of BEFORE after SIZE additions of a number from LEAST to MOST.  If that is
 * not one value, it is a new unknown, and FACTS get its bounds. */
term term_counted(arena *memory, term_store *t, const term_fact **facts, term before,
                  term size, int64_t least, int64_t most);

/* X with each node replaced for which CHANGE returns a term other than TERM_NONE. */
typedef struct term_change {
    void *context;
    term (*of)(void *context, term x, const term_node *n);
} term_change;
term term_replace(term_store *t, term x, const term_change *change);

#endif
