/* room.h -- how much memory evidence may take.
 *
 * A replay and the attempts of shrinking keep all values that they meet, so very long
 * runs may need more than the search that found them.  They ask core_is_over now and
 * then; after that the run that they make is no evidence.
 */
#ifndef EVIDENCE_ROOM_H
#define EVIDENCE_ROOM_H

#include "core/core.h"

/* C is over when the process has more than *MOST bytes in use; 0: there is no limit. */
void room_limit(core *c, const size_t *most);

#endif
