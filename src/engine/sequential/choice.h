/* choice.h -- who may send what a receive from several waits for.  Inside the engine.
 */
#ifndef ENGINE_SEQUENTIAL_CHOICE_H
#define ENGINE_SEQUENTIAL_CHOICE_H

#include "engine/sequential/run.h"

typedef struct choice_sender {
    uint32_t unit;
    bool some;  /* a heap of messages of some of the copies */
    bool there; /* a message of it is there already */
    const icet_stmt *sent;
} choice_sender;

enum { CHOICE_MAX_SENDERS = 8 };

typedef struct choice_senders {
    uint32_t count;
    choice_sender list[CHOICE_MAX_SENDERS];
} choice_senders;

/* Is there a message that the receive of unit INDEX takes? */
bool choice_has_message(const prover *p, const seq_state *s, uint32_t index);

/* All that the receive of unit INDEX may get now. */
void choice_find_senders(prover *p, const seq_state *s, uint32_t index, choice_senders *out);

/* Unit INDEX waits, in a `while`, for any of all copies of a process: those.  Or
 * ICET_NONE. */
uint32_t choice_server_of(prover *p, const seq_state *s, uint32_t index);

/* The receive of unit INDEX waits for one of the copies it may get something from. */
bool choice_pick_one(prover *p, seq_state *s, uint32_t index);

/* Does anybody else know the copy INDEX, so as to send to it? */
bool choice_is_known(prover *p, const seq_state *s, uint32_t index);

#endif
