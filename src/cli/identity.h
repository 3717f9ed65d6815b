/* identity.h -- what a checkpoint is of: everything that decides which states there
 * are.
 */
#ifndef CLI_IDENTITY_H
#define CLI_IDENTITY_H

#include "base/source.h"
#include "engine/engine.h"

/* Lines "what: which".  Limits that only say when to stop are not among them. */
void identity_write(const sources *src, const ir_program *ir, const ir_test *test,
                    const engine_options *o, const char *library, strbuf *out);

#endif
