#include "ir/test_functions.h"

#include "base/vec.h"

typedef struct reached {
    const ir_program *ir;
    bool *has; /* by function */
    VEC(uint32_t) work;
} reached;

static void reach(reached *r, uint32_t function)
{
    if (function == IR_NONE || r->has[function])
        return;
    r->has[function] = true;
    vec_push(&r->work, function);
}

static void reach_machine(reached *r, const ir_machine *m)
{
    for (uint32_t s = 0; s < m->state_count; s++) {
        reach(r, m->states[s].entry);
        reach(r, m->states[s].exit);
        for (uint32_t a = 0; a < m->states[s].action_count; a++)
            reach(r, m->states[s].actions[a].function);
    }
}

static void reach_calls(reached *r)
{
    while (r->work.len > 0) {
        const ir_function *f = &r->ir->functions[vec_pop(&r->work)];
        for (uint32_t k = 0; k < f->code_count; k++)
            if (f->code[k].op == IR_CALL)
                reach(r, f->code[k].a);
    }
}

bool *test_functions(const ir_program *ir, const ir_test *test)
{
    reached r = {.ir = ir, .has = mem_alloc(ir->function_count * sizeof *r.has)};
    for (uint32_t i = 0; i < test->module->binding_count; i++)
        reach_machine(&r, &ir->machines[test->module->bindings[i].machine]);
    for (uint32_t i = 0; i < test->module->monitor_count; i++)
        reach_machine(&r, &ir->machines[test->module->monitors[i].machine]);
    reach_calls(&r);
    vec_free(&r.work);
    return r.has;
}
