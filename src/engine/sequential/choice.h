/* choice.h -- who may send what a receive from several waits for.  Inside the engine.
 */
#ifndef ENGINE_SEQUENTIAL_CHOICE_H
#define ENGINE_SEQUENTIAL_CHOICE_H

#include "engine/sequential/run.h"

typedef struct source {
    uint32_t unit;
    bool some;  /* a heap of messages of some of the copies */
    bool there; /* a message of it is there already */
    const icet_stmt *sent;
} source;

enum { MAX_SOURCES = 8 };

typedef struct sources_of {
    uint32_t count;
    source list[MAX_SOURCES];
} sources_of;

/* Is there a message that the receive of unit INDEX takes? */
bool choice_has_message(const prover *p, const state *s, uint32_t index);

/* All that the receive of unit INDEX may get now. */
void choice_sources(prover *p, const state *s, uint32_t index, sources_of *out);

/* Unit INDEX waits, in a `while`, for any of all copies of a process: those.  Or
 * ICET_NONE. */
uint32_t choice_server_of(prover *p, const state *s, uint32_t index);

/* The receive of unit INDEX waits for one of the copies it may get something from. */
bool choose_one(prover *p, state *s, uint32_t index);

/* Does anybody else know the copy INDEX, so as to send to it? */
bool choice_is_known(prover *p, const state *s, uint32_t index);

#endif
