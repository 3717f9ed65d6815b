/* instances.h -- small instances of an IceT program, explored: does one go wrong? */
#ifndef CLI_INSTANCES_H
#define CLI_INSTANCES_H

#include "api/options.h"

#include "icet_instance/icet_try.h"

typedef struct instances {
    icet_try_result tried;
    checked asked_for;
    result *result;        /* of the one that fails or was asked for, or an empty one */
    const uint32_t *sizes; /* ... and its sizes, or NULL */
} instances;

void instances_init(instances *x, const char *name);
void instances_fini(instances *x);

/* All within --bound, small ones first, until one fails or the time is up. */
void instances_try(instances *x, const options *o, sources *src, const icet_program *p);

/* The one that --sizes tells of.  False: WHY says what is wrong with that. */
bool instances_explore(instances *x, const options *o, sources *src,
                       const icet_program *p, strbuf *why);

#endif
