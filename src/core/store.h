/* store.h -- the values and names of a core, to a file and back.
 *
 * Values keep their ids.  Loading needs a core of the same program, test and options
 * that has done the same so far as the other had at some point, which is so when it is
 * new: what it has already must be the beginning of what is loaded.
 */
#ifndef CORE_STORE_H
#define CORE_STORE_H

#include "base/savefile.h"
#include "core/core.h"

void store_save(const core *c, savefile *f);
MUST_CHECK bool store_load(core *c, savefile *f);

#endif
