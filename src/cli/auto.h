/* auto.h -- --engine=auto: the engine that fits, found by trying.
 *
 * Most tests are small, and nothing is as good for them as to see every state: exact
 * counts, the shortest counterexample, liveness.  So the explicit engine begins.  What
 * it has not finished after some hundred thousand states is tried by `reduced`, which
 * begins anew, and goes on if that spares enough; where queues grow without end, `asi`
 * does.  Where reducing does not pay, the explicit engine goes on to the end; where no
 * reduction applies, it does so at once, and nothing is lost.
 */
#ifndef CLI_AUTO_H
#define CLI_AUTO_H

#include "report/result.h"

typedef struct auto_host {
    uint64_t first_states; /* that the explicit engine may see before others try */
    void (*begin)(void *context, result *r);         /* R's engine takes over */
    void (*remark)(void *context, const char *text); /* why another one goes on */
    void *context;
} auto_host;

/* R is begun; in the end it has the engine that came to its verdict, and E, R's
 * options, is as that engine wanted it.  The limit of time is for all engines together,
 * the others for each. */
void auto_run(result *r, engine_options *e, const auto_host *h);

#endif
