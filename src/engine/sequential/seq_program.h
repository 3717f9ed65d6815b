/* seq_program.h -- the sequential program: what a protocol does, one step after
 * another.
 *
 * The prover rewrites an IceT program into this form.  It has no channels: a message is
 * an assignment at its receiver.  show/ prints it; tests/cross/icet runs it for given
 * sizes of the sets and compares its final states with those of the protocol.
 *
 * Statements live in the arena of the result they are part of.
 */
#ifndef ENGINE_SEQUENTIAL_SEQ_PROGRAM_H
#define ENGINE_SEQUENTIAL_SEQ_PROGRAM_H

#include "icet/icet.h"

/* Who acts: a single process, or a copy with a name.  SEQ_EACH, SEQ_FOR, SEQ_PICK and
 * SEQ_NAME bind names of copies. */
typedef struct seq_who {
    uint32_t process;
    uint32_t name; /* of the copy; ICET_NONE: a single process */
} seq_who;

typedef enum seq_kind {
    SEQ_RUN,     /* WHO runs `stmt`, an ICET_ASSIGN, _NONDET, _ASSERT or _FAIL */
    SEQ_KEEP,    /* the payload of `stmt`, an ICET_SEND of WHO, is stored under `name`,
                    because a later SEQ_DELIVER needs its present value */
    SEQ_DELIVER, /* WHO runs `stmt`, an ICET_RECEIVE.  It stores what `name` holds or,
                    if that is ICET_NONE, the present value of the payload of `sent`,
                    an ICET_SEND of FROM */
    SEQ_IF,      /* `then` or `otherwise`, as `stmt`, an ICET_IF of WHO, decides */
    SEQ_FOR,     /* WHO's loop `stmt`, an ICET_FOR: `then` for each element, in order;
                    sets the loop variable */
    SEQ_ELEMENT, /* WHO's loop `stmt`, an ICET_FOR, is at the same element as the
                    SEQ_FOR `loop`: sets its variable */
    SEQ_EACH,    /* `then` for each copy of `process`, called `name`, in any order */
    SEQ_PICK,    /* any copy of `process` except `others` is now called `name`; if
                    `loop` is not NULL, one that no SEQ_DONE of that loop has named */
    SEQ_DONE,    /* the SEQ_FOR `loop` is done with the copy `name` of `process` */
    SEQ_NAME,    /* the copy that the expression `pid` denotes for WHO is now called
                    `name` */
    SEQ_POST,    /* the payload of `stmt`, an ICET_SEND of WHO, joins the heap `heap` */
    SEQ_TAKE,    /* WHO runs `stmt`, an ICET_RECEIVE: one message of the heap `heap`,
                    the oldest one of its sender */
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
    bool unused;            /* SEQ_KEEP: no SEQ_DELIVER reads it, so it is not shown */
    seq_stmt *then, *otherwise;
    seq_stmt *next;
};

#endif
