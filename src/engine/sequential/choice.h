/* choice.h -- receives from several senders (rule `pick`): symmetric nondeterminism.
 *
 * choice.c has the rule and why it is sound.
 */
#ifndef ENGINE_SEQUENTIAL_CHOICE_H
#define ENGINE_SEQUENTIAL_CHOICE_H

#include "engine/sequential/seq_state.h"

/* A unit whose message a receive may take next. */
typedef struct choice_sender {
    uint32_t unit;
    bool some;  /* a heap of messages of some of its copies */
    bool there; /* such a message is in a channel already */
    const icet_stmt *sent;
} choice_sender;

enum { CHOICE_MAX_SENDERS = 8 };

typedef struct choice_senders {
    uint32_t count;
    choice_sender list[CHOICE_MAX_SENDERS];
} choice_senders;

/* Is there a message that the receive of unit INDEX takes? */
bool choice_has_message(const prover *p, const seq_state *s, uint32_t index);

/* All units whose message the receive of unit INDEX may take next: those with a message
 * in its channels, and those that may send one while it waits. */
void choice_find_senders(prover *p, const seq_state *s, uint32_t index,
                         choice_senders *out);

/* If unit INDEX is a server, which waits in a `while` for any copy of one unit: that
 * unit; otherwise ICET_NONE. */
uint32_t choice_server_of(prover *p, const seq_state *s, uint32_t index);

/* Pins the receive of unit INDEX to its only possible sender, or to a copy of its only
 * possible unit of senders.  False: there are several, or a server loop handles it. */
bool choice_resolve(prover *p, seq_state *s, uint32_t index);

/* The same for a server: it serves one copy, as if it were not in a loop. */
bool choice_pick_one(prover *p, seq_state *s, uint32_t index);

/* Can any other unit address the copy INDEX? */
bool choice_is_known(prover *p, const seq_state *s, uint32_t index);

#endif
