/* perform.h -- runs a sequential program for given sizes of the sets, in every way that
 * its choices allow, and collects its final states.
 *
 * If the prover is right, they are those of the program it was made from.
 */
#ifndef CROSS_ICET_PERFORM_H
#define CROSS_ICET_PERFORM_H

#include "engine/sequential/sequential.h"
#include "texts.h"

typedef enum perform_kind {
    PERFORM_ENDS,
    PERFORM_ASSERT,    /* an assertion fails, or a `fail` is reached */
    PERFORM_STUCK,     /* it makes no sense: see `text` */
    PERFORM_TOO_LARGE, /* more states than allowed */
} perform_kind;

typedef struct perform_result {
    perform_kind kind;
    const char *text;
    texts finals; /* if it ends: see instance_show_slots */
} perform_result;

void perform(const icet_program *program, const sequential_result *of,
             const uint32_t *sizes, uint32_t max_states, perform_result *result);
void perform_fini(perform_result *result);

#endif
