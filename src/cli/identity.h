/* identity.h -- identifies a search: everything that determines which states are
 * reachable and what holds in them.
 *
 * A checkpoint is resumed, and ranks of --mpi search together, only if their identities
 * are equal.  Whoever adds an option to core_options adds a line here. */
#ifndef CLI_IDENTITY_H
#define CLI_IDENTITY_H

#include "base/source.h"
#include "engine/engine.h"

/* Writes lines "name: value".  Limits are not among them, since they only determine
 * when a search stops. */
void identity_write(const sources *src, const ir_program *ir, const ir_test *test,
                    const engine_options *o, strbuf *out);

#endif
