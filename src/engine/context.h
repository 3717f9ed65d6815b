/* context.h -- the view of a core that static analyses use. */
#ifndef ENGINE_CONTEXT_H
#define ENGINE_CONTEXT_H

#include "analysis/test_context.h"
#include "core/core.h"

/* Belongs to the core and lives as long as it. */
const test_context *context_of(core *c);

#endif
