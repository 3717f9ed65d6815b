/* config.h -- a network and perhaps faults as one word, such as mbox or
 * p2p/crash=1,loss=1. */
#ifndef TESTS_CONFIG_H
#define TESTS_CONFIG_H

#include "engine/engine.h"
#include "engine/environment.h"

#include <string.h>

/* False: there is no such configuration.  MEMORY keeps what O points to. */
static inline bool config_parse(const char *config, const ir_program *ir, arena *memory,
                                engine_options *o)
{
    const char *faults = strchr(config, '/');
    size_t len = faults == NULL ? strlen(config) : (size_t)(faults - config);
    if (!environment_network(&o->core, arena_strndup(memory, config, len)))
        return false;
    strbuf why = {0};
    bool ok =
        faults == NULL || environment_faults(&o->core, memory, ir, faults + 1, &why);
    strbuf_free(&why);
    return ok;
}

#endif
