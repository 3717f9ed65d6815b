/* analysis_fixture.h -- small programs as the static analyses see them. */
#ifndef ANALYSIS_FIXTURE_H
#define ANALYSIS_FIXTURE_H

#include "analysis/test_context.h"
#include "engine/context.h"
#include "model_fixture.h"

static inline uint32_t find_function(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->function_count; i++)
        if (strcmp(ir->functions[i].name, name) == 0)
            return i;
    fail_msg("no function %s", name);
    return IR_NONE;
}

/* The pc of the NTH instruction OP, from 0. */
static inline uint32_t find_pc(const ir_function *f, ir_op op, uint32_t nth)
{
    for (uint32_t i = 0; i < f->code_count; i++)
        if (f->code[i].op == op && nth-- == 0)
            return i;
    fail_msg("no instruction %s in %s", ir_op_text(op), f->name);
    return IR_NONE;
}

static inline uint32_t find_machine(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->machine_count; i++)
        if (strcmp(ir->machines[i].name, name) == 0)
            return i;
    fail_msg("no machine %s", name);
    return IR_NONE;
}

static inline uint32_t find_interface(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->interface_count; i++)
        if (strcmp(ir->interfaces[i].name, name) == 0)
            return i;
    fail_msg("no interface %s", name);
    return IR_NONE;
}

static inline uint32_t find_event(const ir_program *ir, const char *name)
{
    for (uint32_t i = 0; i < ir->event_count; i++)
        if (strcmp(ir->events[i].name, name) == 0)
            return i;
    fail_msg("no event %s", name);
    return IR_NONE;
}

static inline uint32_t find_state(const ir_machine *m, const char *name)
{
    for (uint32_t i = 0; i < m->state_count; i++)
        if (strcmp(m->states[i].name, name) == 0)
            return i;
    fail_msg("no state %s", name);
    return IR_NONE;
}

static inline uint32_t find_slot(const program *p, const ir_slot *slots, uint32_t count,
                                 const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (slots[i].name != NAME_NONE &&
            strcmp(program_name(p, slots[i].name), name) == 0)
            return i;
    fail_msg("no variable %s", name);
    return IR_NONE;
}

static inline bool has_bit(const uint64_t *set, uint32_t n)
{
    return (set[n / 64] >> n % 64 & 1) != 0;
}

#endif
