/* identity.h -- identifies the search of a checkpoint: everything that determines which
 * states are reachable. */
#ifndef CLI_IDENTITY_H
#define CLI_IDENTITY_H

#include "base/source.h"
#include "engine/engine.h"

/* Writes lines "name: value".  Limits are not among them, since they only determine
 * when a search stops. */
void identity_write(const sources *src, const ir_program *ir, const ir_test *test,
                    const engine_options *o, const char *library, strbuf *out);

#endif
