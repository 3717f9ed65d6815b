/* owner.h -- the rank that a state belongs to.
 *
 * The owner follows from content, as ids differ from rank to rank: each component of a
 * state has a hash, and the sum of these determines the owner.  The sum over the
 * components of each side is cached by id.
 *
 * If one side alone takes enough values, only its components count.  Then a rank makes
 * lists only for its own ids of that side, and a transition that leaves that side
 * unchanged stays on its rank.
 *
 * Lemma owner-1: all ranks agree if each side has the same components on all ranks
 * (by_ranks.c sees to that).  Hashes of components depend on names and values only; a
 * sum does not depend on the order of leaves, nor on leaves without component.
 *
 * Thread-safe, except for owner_new and owner_free.
 */
#ifndef EXPLORE_OWNER_H
#define EXPLORE_OWNER_H

#include "engine/explore/worker.h"

typedef struct owner owner;

/* The components that decide. */
typedef enum owner_by { OWNER_BY_LEFT, OWNER_BY_RIGHT, OWNER_BY_BOTH } owner_by;

/* The best choice for a tree that has visited a good share of the states. */
owner_by owner_choose(const tree *t, unsigned ranks);

/* For the tree that M has now. */
owner *owner_new(team *m, unsigned ranks, owner_by by);
void owner_free(owner *o); /* accepts NULL */

unsigned owner_of(owner *o, uint64_t key);

/* The bits of a key that decide: keys that agree in them have the same owner. */
uint64_t owner_mask(const owner *o);

#endif
