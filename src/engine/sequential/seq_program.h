/* sequent.h -- a sequential program: what a protocol does, one thing after the other.
 *
 * This is what the prover turns a program into, and what it shows.  It has no channels:
 * a message is an assignment at its receiver.  It can be printed (print.c) and, for
 * given sizes of the sets, run: its final states are those of the protocol.
 *
 * All of it lives in the arena of the result it is part of.
 */
#ifndef ENGINE_SEQUENTIAL_SEQ_PROGRAM_H
#define ENGINE_SEQUENTIAL_SEQ_PROGRAM_H

#include "icet/icet.h"

/* Somebody who acts: a process of which there is one, or a copy with a name.  Names of
 * copies are bound by SEQ_EACH, SEQ_FOR, SEQ_PICK and SEQ_NAME. */
typedef struct seq_who {
    uint32_t process;
    uint32_t name; /* of the copy; ICET_NONE: there is one */
} seq_who;

typedef enum seq_kind {
    SEQ_RUN,  /* WHO runs `stmt`, which is an ICET_ASSIGN, _NONDET, _ASSERT or _FAIL */
    SEQ_KEEP, /* what `stmt`, an ICET_SEND of WHO, carries is kept under `name`: a
                 later SEQ_DELIVER needs it as it is now */
    SEQ_DELIVER, /* WHO runs `stmt`, an ICET_RECEIVE.  It stores what was kept under
                    `name`, or, if that is ICET_NONE, the value of `sent`, an ICET_SEND,
                    for FROM, as it is now */
    SEQ_IF,      /* `then` or `otherwise`, as `stmt`, an ICET_IF, says for WHO */
    SEQ_FOR,     /* WHO's loop `stmt`, an ICET_FOR: `then` for each element, in order;
                    the variable is set by this */
    SEQ_ELEMENT, /* WHO's loop `stmt`, an ICET_FOR, is at the same element as the
                    SEQ_FOR `loop`: its variable is set */
    SEQ_EACH,    /* `then` for each copy of `process`, called `name`, in any order */
    SEQ_PICK,    /* any copy of `process`, but for `others`, is now called `name`; if
                    `loop` is not NULL,    one that no SEQ_DONE of that loop has named */
    SEQ_DONE, /* the SEQ_FOR `loop` is done with the copy of `process` called `name` */
    SEQ_NAME, /* the copy that the expression `pid` means for WHO is now called `name`
               */
    SEQ_POST, /* what `stmt`, an ICET_SEND of WHO, carries joins the heap `heap` */
    SEQ_TAKE, /* WHO runs `stmt`, an ICET_RECEIVE: one of the heap `heap`, the oldest of
                    whoever sent it */
    SEQ_TAKE_FIRST, /* ... the oldest one of FROM */
} seq_kind;

typedef struct seq_stmt seq_stmt;
struct seq_stmt {
    seq_kind kind;
    seq_who who;
    seq_who from;
    const icet_stmt *stmt;
    const icet_stmt *sent;
    const icet_expr *pid;
    uint32_t process;
    uint32_t name;
    uint32_t heap;
    const seq_stmt *loop;
    uint32_t other_count;
    const uint32_t *others; /* names */
    bool unused;            /* SEQ_KEEP: nobody needs it; do not show it */
    seq_stmt *then, *otherwise;
    seq_stmt *next;
};

#endif
