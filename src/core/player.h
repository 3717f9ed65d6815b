/* player.h -- one run, made move by move, in which everything that happens is seen.
 *
 * A core that plays remembers nothing: each step is run anew, with the choices that it
 * is told.  So nothing that an engine has concluded takes part in it.
 */
#ifndef CORE_PLAYER_H
#define CORE_PLAYER_H

#include "core/run.h"
#include "core/system.h"

typedef enum play_answer {
    PLAY_MADE,
    PLAY_FAILED, /* the move is a violation: see result.fault */
    PLAY_NONE,   /* there is no such move */
} play_answer;

typedef struct player {
    core *c;
    system_state state;       /* where the run is */
    system_state next;        /* where the last move leads to: see player_go */
    transition_result result; /* of the last move */
    value message;            /* that the last move was about, or null */
    note_list notes; /* what happened in it, in the order of time, up to a failure */
    note_list raw;   /* as it came: monitors after the machine that they observe */
    script script;
    transition_list moves;
} player;

/* C belongs to the player until player_fini. */
void player_init(player *p, core *c);
void player_fini(player *p);

/* The start of the run: what monitors do then is seen like a move. */
play_answer player_begin(player *p);

/* The moves from here; returns how many of them are no faults, see system_enabled. */
size_t player_enabled(player *p);

/* A machine is new and goes first: M is its move, and the only one. */
bool player_must(const player *p, transition *m);

/* Is M one of the moves from here? */
bool player_can(player *p, transition m);

/* Makes a move, which must be one of the moves from here.  Where CHOICES end, the first
 * way is taken. */
play_answer player_make(player *p, transition m, const uint32_t *choices,
                        uint32_t count);

/* The last move had just the choices that it was told. */
bool player_chose_as_told(const player *p);

/* Goes to where the last move leads, or to any other state of this core. */
void player_go(player *p);
void player_go_to(player *p, const system_state *s);

/* The fault of the last move. */
fault player_fault(const player *p);

#endif
