/* instances.h -- explores small instances of an IceT program, to find one that fails.
 */
#ifndef CLI_INSTANCES_H
#define CLI_INSTANCES_H

#include "api/options.h"

#include "icet_instance/icet_try.h"

typedef struct instances {
    icet_try_result tried;
    checked asked_for;
    result *result; /* of the instance that fails or that the user named; else empty */
    const uint32_t *sizes; /* ... and its sizes, or NULL */
} instances;

void instances_init(instances *x, const char *name);
void instances_fini(instances *x);

/* Explores all instances within --bound, small ones first, until one fails or the time
 * is up. */
void instances_try(instances *x, const options *o, sources *src, const icet_program *p);

/* Explores the instance of --sizes. False: WHY says what is wrong with --sizes. */
bool instances_explore(instances *x, const options *o, sources *src,
                       const icet_program *p, strbuf *why);

#endif
