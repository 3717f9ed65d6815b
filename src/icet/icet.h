/* icet.h -- a checked IceT program: any number of processes that send and receive.
 *
 * IceT is the core language of "Verifying Distributed Programs via Canonical
 * Sequentialization" (Bakst et al., 2017), section 3; docs/icet.md has our notation for
 * it.  This form has no patterns and no scopes: a variable is a slot of its process, a
 * `match` is a chain of ifs, and every expression is well typed.
 *
 * Semantics.  Each triple of sender, receiver and message has a channel, which is a
 * FIFO queue.  A send never blocks.  A receive waits for a message from the sender that
 * it names (a process, any process of a set, anyone), takes the oldest message of that
 * channel, and stores its payload.  A process that reaches the end of its body has
 * finished.  A reactive process may wait forever at the receive that begins its
 * `while true`.
 *
 * A program is correct if, for all sizes of its sets, no assertion can fail, and in
 * every state without successors all processes have finished or, if reactive, wait at
 * that receive, and all channels are empty.
 *
 * Everything lives in the program's arena; nothing changes it after the check.
 */
#ifndef ICET_ICET_H
#define ICET_ICET_H

#include "base/arena.h"
#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct icet_type icet_type;
typedef struct icet_data icet_data;
typedef struct icet_expr icet_expr;
typedef struct icet_stmt icet_stmt;

#define ICET_NONE UINT32_MAX /* no set, no variable, no process */

/* ---- types: equal ones are the same object ---- */

typedef enum icet_type_kind {
    ICET_INT,   /* any integer */
    ICET_BOOL,  /* */
    ICET_PID,   /* a process, or nobody */
    ICET_TUPLE, /* of `count` items; the empty one is the unit type */
    ICET_DATA,  /* one of the constructors of `data` */
} icet_type_kind;

struct icet_type {
    icet_type_kind kind;
    uint32_t count; /* ICET_TUPLE */
    const icet_type *const *items;
    const icet_data *data; /* ICET_DATA */
};

typedef struct icet_ctor {
    const char *name;
    const icet_data *data;
    uint32_t index; /* among those of its type */
    uint32_t count; /* of fields */
    const icet_type *const *fields;
} icet_ctor;

/* `type vote = Accept | Reject(int);` Types are not recursive. */
struct icet_data {
    const char *name;
    srcpos pos;
    uint32_t count; /* at least one */
    const icet_ctor *ctors;
};

/* ---- declarations ---- */

/* A set: of processes (`proc worker[W]`), or of indices (`index K;`), whose elements
 * are the integers 1 to its size. */
typedef struct icet_set {
    const char *name;
    srcpos pos;
    uint32_t process;  /* whose set it is; ICET_NONE: indices */
    uint32_t at_least; /* the smallest size it is meant to have: `[W >= 1]` */
} icet_set;

/* `message vote(pid, int);` carries a tuple, or just the one value where there is one;
 * `message req = Get(pid) | Put(pid, int);` carries a value of a type of that name. */
typedef struct icet_message {
    const char *name;
    srcpos pos;
    const icet_type *payload;
} icet_message;

typedef struct icet_var {
    const char *name; /* NULL: one that the user did not write */
    srcpos pos;
    const icet_type *type;
} icet_var;

typedef struct icet_process {
    const char *name;
    srcpos pos;
    uint32_t set;  /* the set of its copies; ICET_NONE: there is one */
    bool reactive; /* its body ends in a `while true` that begins with a receive, where
                      it may wait forever */
    uint32_t var_count;
    const icet_var *vars; /* of all scopes; each is written before it is read */
    const icet_stmt *body;
} icet_process;

typedef struct icet_program {
    arena memory;
    uint32_t data_count, set_count, message_count, process_count;
    const icet_data **datas;
    icet_set *sets;
    icet_message *messages;
    icet_process *processes;
    /* Which sizes of its sets it is meant for, beyond at_least; NULL: all. */
    bool (*admits)(const void *context, const uint32_t *sizes);
    const void *admits_context;
} icet_program;

static inline bool icet_program_admits(const icet_program *p, const uint32_t *sizes)
{
    return p->admits == NULL || p->admits(p->admits_context, sizes);
}

/* ---- expressions ---- */

typedef enum icet_expr_kind {
    ICET_EX_INT,     /* number */
    ICET_EX_BOOL,    /* number: 0 or 1 */
    ICET_EX_VAR,     /* index: the slot */
    ICET_EX_SELF,    /* the process that evaluates it */
    ICET_EX_PROCESS, /* index: a process without a set */
    ICET_EX_NOBODY,  /* no process */
    ICET_EX_SIZE,    /* index: a set; the number of its elements */
    ICET_EX_TUPLE,   /* args */
    ICET_EX_CTOR,    /* ctor, args */
    ICET_EX_ITEM,    /* index: of the tuple args[0] */
    ICET_EX_PART,    /* ctor, index: that field of args[0], which was made by ctor */
    ICET_EX_IS,      /* ctor: true if it made args[0] */
    ICET_EX_NOT,
    ICET_EX_NEGATE,
    ICET_EX_ADD,
    ICET_EX_SUB,
    ICET_EX_MUL,
    ICET_EX_EQ, /* of equal types, any */
    ICET_EX_NE,
    ICET_EX_LT, /* of integers */
    ICET_EX_LE,
    ICET_EX_GT,
    ICET_EX_GE,
    ICET_EX_AND, /* evaluates both sides: evaluation cannot fail */
    ICET_EX_OR,
} icet_expr_kind;

struct icet_expr {
    icet_expr_kind kind;
    srcpos pos;
    const icet_type *type;
    uint32_t index;
    int64_t number;
    const icet_ctor *ctor;
    uint32_t count;
    const icet_expr *const *args;
};

/* ---- statements: each is followed by `next`; NULL: nothing more ---- */

typedef enum icet_stmt_kind {
    ICET_SEND,    /* `message` with `value` to `to` */
    ICET_RECEIVE, /* `message`; what it carries is stored in `var` */
    ICET_ASSIGN,  /* `var` = `value` */
    ICET_NONDET,  /* `var` = any element of `set`, or any value of its type if there is
                     no set.  The set has at_least > 0. */
    ICET_IF,      /* `value` (NULL: either way) ? `then` : `otherwise` */
    ICET_FOR,     /* `var` = each element of `set` in turn: `then` */
    ICET_WHILE,   /* repeats `then` until a break */
    ICET_BREAK,   /* out of the innermost ICET_WHILE, and of the ICET_FORs in it */
    ICET_ASSERT,  /* `value` must hold */
    ICET_FAIL,    /* must not be reached */
} icet_stmt_kind;

typedef enum icet_from {
    ICET_FROM_ANYONE,
    ICET_FROM_PROCESS, /* `to` says which */
    ICET_FROM_SET,     /* any of `set` */
} icet_from;

/* A piece of an assertion's words, and the value after it; NULL: none. */
typedef struct icet_word {
    const char *text;
    const icet_expr *value;
} icet_word;

struct icet_stmt {
    icet_stmt_kind kind;
    srcpos pos;
    uint32_t id;      /* within its process, from 0, in the order of the text */
    uint32_t message; /* ICET_SEND, ICET_RECEIVE */
    uint32_t var;
    uint32_t set;
    icet_from from;
    const icet_expr *to;
    const icet_expr *value;
    const char *text; /* ICET_ASSERT, ICET_FAIL: the user's words, or NULL */
    uint32_t word_count;
    icet_word *words; /* ... with the values in them: for a run that fails */
    const icet_stmt *then, *otherwise;
    const icet_stmt *next;
};

/* True if a value of TYPE may contain a pid. */
bool icet_type_has_pid(const icet_type *type);

#endif
