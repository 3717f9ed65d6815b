/* openint_file.h -- open ints in files: their variables and terms, which keep their
 * indices, and checks of values from a file that have open ints in them.
 *
 * A file may be damaged or forged.  What is refused is what the rest of the core could
 * not go on from: knowledge that is not closed, for example, or a variable without a
 * name in a state.  Names must be loaded before, and values afterwards.
 */
#ifndef CORE_OPENINT_FILE_H
#define CORE_OPENINT_FILE_H

#include "core/openint.h"

#include "base/savefile.h"

void openint_file_save(const openints *o, savefile *f);

/* What C has already must be a prefix of what the file has. */
MUST_CHECK bool openint_file_load(core *c, savefile *f);

/* May a value from the file refer to the term with this index? */
bool openint_file_has_term(const openints *o, uint32_t index);

/* Do all variables in X, a value of the store, have names? */
bool openint_file_is_named(core *c, value x);

/* Is X what is known in a state (openint_state.h)? */
bool openint_file_is_knowledge(const core *c, value x);

#endif
