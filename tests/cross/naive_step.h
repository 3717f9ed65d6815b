/* naive_step.h -- one step of one machine. */
#ifndef CROSS_NAIVE_STEP_H
#define CROSS_NAIVE_STEP_H

#include "naive_state.h"

/* A step is run anew for every way its choices can fall: CHOICES says how, and what
 * goes beyond it falls to 0 and is noted in WIDTHS. */
typedef struct step {
    system_state *s;
    name_table *names;
    const uint32_t *choices;
    size_t choice_count;
    VEC(uint32_t) widths; /* how many ways each choice of the run had */
    fault_kind fault;
    srcpos pos;
    const char *message;
    size_t budget; /* instructions left */
} step;

void step_start(step *t); /* monitors, then the main machine */
bool step_is_enabled(const machine_state *m);
void step_machine(step *t, int64_t name); /* until others may run */

#endif
