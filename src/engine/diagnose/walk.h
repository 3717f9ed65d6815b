/* walk.h -- random runs that are made to be measured.
 *
 * A walk keeps its values interned, unlike sampling, so that measurements can tell
 * equal values by their ids.  Uniform runs rarely go far in one direction.  So every
 * other run prefers some pairs of machines all along: queues of the neglected ones then
 * grow if they can.  And half of the runs have a habit: choices mostly fall on the
 * second alternative, which is `true`, so that loops of choices go on and rare events
 * are not rare.  A walk depends on nothing but its core and its number.
 */
#ifndef DIAGNOSE_WALK_H
#define DIAGNOSE_WALK_H

#include "core/system.h"

enum { WALK_HABIT = 64 }; /* choices of a step that a habit covers */

typedef struct walk {
    core *c;
    script script;
    note_list notes; /* of the last step */
    uint64_t random;
    uint64_t preferences; /* 0: all transitions are equal */
    bool has_habit;
    uint32_t habit[WALK_HABIT];
    uint64_t steps;  /* made so far */
    bool has_failed; /* the last step, or the end of the run */
    transition last;
    system_state before; /* the last step */
    system_state at;
    transition_list enabled;
} walk;

/* C makes single steps until walk_fini, and must have no script of its own. */
void walk_init(walk *w, core *c);
void walk_fini(walk *w);

/* Goes to the initial state; false: there is no run. */
bool walk_start(walk *w, uint64_t number);

/* Makes one step; false: the run has ended, or failed. */
bool walk_step(walk *w);

/* The machine that the last step was for: it goes on, or gets a message. */
machine_id walk_runner(const walk *w);

/* Makes step M of FROM with choices at random: NOTES has them, AT is where it leads.
 * False: it fails, or leads nowhere.  Then the run is over. */
bool walk_try(walk *w, const system_state *from, transition m);

#endif
