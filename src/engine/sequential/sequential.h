/* sequential.h -- proofs for any number of processes, by canonical sequentialization.
 *
 * The engine turns an IceT program into a sequential program with the same final
 * states.  If that works, nobody can get stuck, for any sizes of the sets; what is left
 * to show are the assertions, on the sequential program.  If it does not, the result
 * says what was in the way: that is a fault of the program, or of the method.
 */
#ifndef ENGINE_SEQUENTIAL_SEQUENTIAL_H
#define ENGINE_SEQUENTIAL_SEQUENTIAL_H

#include "engine/sequential/seq_program.h"

typedef enum sequential_kind {
    SEQUENTIAL_HOLDS,
    SEQUENTIAL_RACE,       /* a receive can get messages that are not alike */
    SEQUENTIAL_UNRECEIVED, /* a message that nobody receives */
    SEQUENTIAL_CROWD,      /* a loop iteration talks to more than one process */
    SEQUENTIAL_STATEFUL,   /* a loop decides by what earlier iterations left */
    SEQUENTIAL_DEADLOCK,   /* a receive that no send matches */
    SEQUENTIAL_NOBODY,     /* a send to, or a receive from, nobody */
    SEQUENTIAL_ASSERT,     /* an assertion that may fail */
    SEQUENTIAL_EMPTY,      /* somebody waits for a member of a set that may be empty */
    SEQUENTIAL_ENDLESS,    /* a loop that never waits for a message */
    SEQUENTIAL_LIMIT,      /* too large for the limits that were given */
} sequential_kind;

/* A place that matters, in a few words. */
typedef struct sequential_note {
    srcpos pos;
    const char *text;
} sequential_note;

/* What is left of a process where the prover could not go on. */
typedef struct sequential_rest {
    seq_who who; /* name ICET_NONE, of a process with a set: all copies that have no
                    name of their own */
    srcpos pos;  /* of what it would do next; SRC_NONE: it has finished */
    const char *text; /* "waits for vote from A" */
} sequential_rest;

typedef struct derivation derivation; /* derivation.h */

typedef struct sequential_result {
    arena memory;
    sequential_kind kind;
    srcpos pos;       /* what the verdict is about */
    const char *text; /* one sentence, no full stop, no place */
    uint32_t note_count;
    const sequential_note *notes;
    const char *hint;           /* what to do about it, or NULL */
    const seq_stmt *sequential; /* the whole program, or as far as it got */
    uint32_t name_count;        /* of copies that have names in it */
    uint32_t keep_count;        /* names of what it keeps are less */
    uint32_t heap_count;
    uint32_t rest_count;
    const sequential_rest *rest;
    const derivation *derivation;
    uint64_t steps; /* rules that were applied */
} sequential_result;

typedef struct sequential_options {
    uint64_t max_steps;       /* 0: as many as it takes */
    bool solver;              /* may ask Z3 where constants do not decide */
    const volatile int *stop; /* not 0: end now, with SEQUENTIAL_LIMIT; may be NULL */
} sequential_options;

void sequential_prove(const icet_program *program, const sequential_options *options,
                      sequential_result *result);
void sequential_fini(sequential_result *result);

/* "race", "unreceived", ...: a short stable name for files and tests. */
const char *sequential_kind_name(sequential_kind kind);

#endif
