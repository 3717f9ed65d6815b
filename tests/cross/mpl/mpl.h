/* mpl.h -- MPL, a notation for small message-passing programs in one line.
 *
 *     s1:7 j1 | D r{7,8} ?=7(s0:$):(n a!-1)
 *
 * Threads are separated by `|` and numbered from 0; thread I owns mailbox I; a leading
 * D marks a daemon.  `last` is what the thread received or chose last, at first 0, and
 * -1 after a receive that got nothing.
 *
 *     s<T>:<V>  send V, a number or $ for last      l<T>:<V>  the same, may get lost
 *     r r{a,b}  receive, any or one of the set      n n{a,b}  the same, may get nothing
 *     c<K>      choose a number below K             j<T>      join (thread 0, or who
 *     w<T>      spawn T, a later thread                       spawned it by w)
 *     a=V a!V   assume that last is, is not V       e=V e!V   an error if it is, is not
 *     ?=V(...) ?!V(...)  if, with or without an else :(...)
 *
 * Threads that nobody spawns by w, thread 0 spawns before it does anything else.
 * A send may name its model: s1:7@mbox; otherwise the mailbox says which it is.
 */
#ifndef MPL_MPL_H
#define MPL_MPL_H

#include "base/strbuf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define MPL_NOTHING (-1) /* last, after a receive that got nothing */

typedef enum mpl_model { MPL_ASYN, MPL_P2P, MPL_CAUSAL, MPL_MBOX } mpl_model;

typedef enum mpl_kind {
    MPL_SEND,
    MPL_RECEIVE,
    MPL_CHOOSE,
    MPL_JOIN,
    MPL_SPAWN,
    MPL_ASSUME,
    MPL_ERROR,
    MPL_IF,
} mpl_kind;

typedef uint32_t mpl_op_id; /* 0: none */

typedef struct mpl_op {
    mpl_kind kind;
    uint32_t thread;      /* that it belongs to */
    mpl_op_id next, up;   /* behind it, and the IF that it stands in */
    mpl_op_id yes, no;    /* IF: where its branches begin */
    bool has_else;        /* IF */
    bool is_lossy;        /* SEND */
    bool sends_last;      /* SEND: instead of the value */
    bool has_model;       /* SEND: of its own */
    mpl_model model;      /* SEND with a model of its own */
    bool is_blocking;     /* RECEIVE */
    bool is_selective;    /* RECEIVE: only of the set */
    bool is_negated;      /* ASSUME, ERROR, IF: !V */
    uint32_t to;          /* SEND, JOIN, SPAWN */
    int32_t value;        /* SEND; CHOOSE: how many; what last is compared with */
    size_t set, set_size; /* RECEIVE: where in the program's values */
} mpl_op;

typedef struct mpl_thread {
    mpl_op_id first;
    bool is_daemon;
    bool is_late;     /* somebody spawns it by w */
    uint32_t spawner; /* ... this one */
    mpl_model model;  /* of its mailbox */
} mpl_thread;

typedef struct mpl_program {
    VEC(mpl_op) ops; /* the first stands for none */
    VEC(mpl_thread) threads;
    VEC(int32_t) values;
    uint32_t lose; /* budget of lossy sends */
} mpl_program;

typedef struct mpl_error {
    size_t column; /* from 1 */
    const char *text;
} mpl_error;

/* False: see *E; P is empty then.  All mailboxes are p2p until told otherwise. */
bool mpl_parse(mpl_program *p, const char *text, mpl_error *e);
void mpl_free(mpl_program *p);

/* MODELS: asyn (or bag), p2p, cd (or causal) or mbox for all mailboxes, or a list with
 * one for each; and +loss<N>, the budget. */
bool mpl_set_models(mpl_program *p, const char *models, mpl_error *e);

const char *mpl_model_name(mpl_model m);
mpl_model mpl_model_of_send(const mpl_program *p, const mpl_op *send);

/* What comes behind an operation that is no IF, or behind a whole IF. */
mpl_op_id mpl_after(const mpl_program *p, mpl_op_id op);

/* Goes on from OP, through tests that last decides, up to the next operation that does
 * something, or an assumption or an error that LAST fails; 0: the end. */
mpl_op_id mpl_settle(const mpl_program *p, mpl_op_id op, int32_t last);

bool mpl_wants(const mpl_program *p, const mpl_op *receive, int32_t value);

/* Writes the program as text, without the operation WITHOUT (0: with all).  Of an IF,
 * only the head and the end go: its branches stay. */
void mpl_print(const mpl_program *p, mpl_op_id without, strbuf *out);
void mpl_print_models(const mpl_program *p, strbuf *out);

#endif
