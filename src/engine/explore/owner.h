/* owner.h -- which rank a state belongs to.
 *
 * That goes by content, for ids differ from rank to rank: each part of a state has a
 * hash, and their sum decides.  The sum over the parts below each side is kept by id.
 *
 * Where one side alone takes enough values, only its parts count.  Then a rank works
 * out lists only for the ids of that side that are its own, and transitions that change
 * nothing there need not be told anyone.
 *
 * Thread-safe, but for making and freeing.
 */
#ifndef EXPLORE_OWNER_H
#define EXPLORE_OWNER_H

#include "engine/explore/worker.h"

typedef struct owner owner;

/* What decides. */
typedef enum owner_by { OWNER_BY_LEFT, OWNER_BY_RIGHT, OWNER_BY_BOTH } owner_by;

/* What is best for a tree that has seen a good part of the states. */
owner_by owner_choose(const tree *t, unsigned ranks);

/* For the tree that M has now. */
owner *owner_new(team *m, unsigned ranks, owner_by by);
void owner_free(owner *o); /* accepts NULL */

unsigned owner_of(owner *o, uint64_t key);

/* The bits of a key that count: with the same of these the owner is the same. */
uint64_t owner_mask(const owner *o);

#endif
