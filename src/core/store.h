/* store.h -- saves and loads the values and names of a core, and its open ints.
 *
 * Values keep their ids.  Loading needs a core of the same program, test and options
 * whose values and names so far are a prefix of the saved ones.  A new core always
 * satisfies this.
 */
#ifndef CORE_STORE_H
#define CORE_STORE_H

#include "base/savefile.h"
#include "core/core.h"

void store_save(const core *c, savefile *f);
MUST_CHECK bool store_load(core *c, savefile *f);

#endif
