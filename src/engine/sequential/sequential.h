/* sequential.h -- proofs for any number of processes, by canonical sequentialization.
 *
 * The prover runs an IceT program once, symbolically, and rewrites it into a sequential
 * program with the same final states.  If it succeeds, no run of the program can
 * deadlock or leave a message unreceived, for any sizes of its sets, and the assertions
 * hold on the sequential program.  If it fails, the result gives the cause: an error of
 * the program, or a limit of the method.
 *
 * A result owns its memory; sequential_fini frees it.  The prover has no global state.
 */
#ifndef ENGINE_SEQUENTIAL_SEQUENTIAL_H
#define ENGINE_SEQUENTIAL_SEQUENTIAL_H

#include "engine/sequential/seq_program.h"

typedef enum sequential_kind {
    SEQUENTIAL_HOLDS,
    SEQUENTIAL_RACE,       /* senders that are not symmetric race for one receive */
    SEQUENTIAL_UNRECEIVED, /* a message that no process receives */
    SEQUENTIAL_CROWD,      /* a loop iteration talks to more than one process */
    SEQUENTIAL_STATEFUL,   /* an iteration depends on what earlier ones left behind */
    SEQUENTIAL_DEADLOCK,   /* a receive that no send matches */
    SEQUENTIAL_NOBODY,     /* a send to, or a receive from, `nobody` */
    SEQUENTIAL_ASSERT,     /* an assertion that may fail */
    SEQUENTIAL_EMPTY,      /* a process waits for a member of a set that may be empty */
    SEQUENTIAL_ENDLESS,    /* a loop that never waits for a message */
    SEQUENTIAL_LIMIT,      /* a limit of the options was reached */
} sequential_kind;

/* A source position that belongs to the explanation, with a short text. */
typedef struct sequential_note {
    srcpos pos;
    const char *text;
} sequential_note;

/* The residual of a process: its state where the prover got stuck. */
typedef struct sequential_residual {
    seq_who who;      /* name ICET_NONE, for a process with a set: all copies without a
                         name */
    srcpos pos;       /* of its next statement; SRC_NONE: it has finished */
    const char *text; /* "waits for vote from A" */
} sequential_residual;

typedef struct derivation derivation; /* derivation.h */

typedef struct sequential_result {
    arena memory;
    sequential_kind kind;
    srcpos pos;       /* the statement that the verdict is about */
    const char *text; /* one sentence without a full stop and without a position */
    uint32_t note_count;
    const sequential_note *notes;
    const char *hint;           /* how to repair it, or NULL */
    const seq_stmt *sequential; /* the whole sequential program, or its prefix up to
                                   the failure */
    uint32_t name_count;        /* names of copies in it are less than this */
    uint32_t keep_count;        /* ... and names of SEQ_KEEP less than this */
    uint32_t heap_count;
    uint32_t residual_count;
    const sequential_residual *residuals;
    const derivation *derivation;
    uint64_t steps; /* rules that were applied */
} sequential_result;

typedef struct sequential_options {
    uint64_t max_steps; /* 0: the default limit */
    bool solver;        /* pose solver queries where simplification cannot decide */
    const volatile int *stop; /* not 0: end now, with SEQUENTIAL_LIMIT; may be NULL */
} sequential_options;

void sequential_prove(const icet_program *program, const sequential_options *options,
                      sequential_result *result);
void sequential_fini(sequential_result *result);

/* "race", "unreceived", ...: a short stable name for files and tests. */
const char *sequential_kind_name(sequential_kind kind);

#endif
