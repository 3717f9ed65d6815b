/* context.h -- a core as the static analyses see it. */
#ifndef ENGINE_CONTEXT_H
#define ENGINE_CONTEXT_H

#include "analysis/test_context.h"
#include "core/core.h"

/* Belongs to the core and lives as long. */
const test_context *context_of(core *c);

#endif
