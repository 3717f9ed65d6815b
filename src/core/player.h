/* player.h -- makes one run, transition by transition, and records everything in it.
 *
 * The core of a player caches nothing: it executes each step again, with the given
 * choices.  So a run does not depend on anything that an engine has concluded.
 */
#ifndef CORE_PLAYER_H
#define CORE_PLAYER_H

#include "core/run.h"
#include "core/system.h"

typedef enum play_answer {
    PLAY_MADE,
    PLAY_FAILED, /* the transition is a violation: see result.fault */
    PLAY_NONE,   /* there is no such transition */
} play_answer;

typedef struct player {
    core *c;
    system_state state; /* the current state of the run */
    system_state next;  /* the state that the last transition leads to: see player_go */
    transition_result result; /* of the last transition */
    value message;            /* the message of the last transition, or null */
    note_list notes; /* what happened in it, in the order of time, up to a failure */
    note_list raw;   /* in the order of execution: monitors after the machine that they
                        observe */
    script script;
    transition_list enabled;
} player;

/* C belongs to the player until player_fini. */
void player_init(player *p, core *c);
void player_fini(player *p);

/* The start of the run; what monitors do then is recorded like a transition. */
play_answer player_begin(player *p);

/* Finds the transitions enabled here; returns how many are no faults, see
 * system_enabled. */
size_t player_enabled(player *p);

/* True if a new machine must go first; M is then its transition, the only one. */
bool player_must(const player *p, transition *m);

/* True if M is enabled here. */
bool player_can(player *p, transition m);

/* Makes a transition, which must be enabled here.  Choices beyond CHOICES take their
 * first alternative. */
play_answer player_make(player *p, transition m, const uint32_t *choices,
                        uint32_t count);

/* The same with choices at random, see script.random. */
play_answer player_draw(player *p, transition m, uint64_t *random);

/* True if the last transition made exactly the given choices. */
bool player_made_choices(const player *p);

/* Goes to the state that the last transition leads to, or to any other state of this
 * core. */
void player_go(player *p);
void player_go_to(player *p, const system_state *s);

/* The fault of the last transition. */
fault player_fault(const player *p);

#endif
