/* model_check.h -- checks the tests of a loaded model: once for synod check, again and
 * again for synod watch. */
#ifndef CLI_MODEL_CHECK_H
#define CLI_MODEL_CHECK_H

#include "cli/outputs.h"

#include "report/result.h"

typedef struct model_check {
    const options *o;
    const model *m;
    outputs *out; /* has seen the model */
    /* Called for the result of every test that was run; or NULL. */
    void (*see)(void *context, const result *r);
    void *context;
} model_check;

/* Prints and writes the results as synod check does; returns its exit code. */
int model_check_run(const model_check *c);

#endif
