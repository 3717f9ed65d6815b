#include "core/evaluate.h"

#include "core/coverage.h"
#include "core/run.h"

#include "analysis/way_out.h"

/* The limit is low because a user waits for the value, at every step of a trace. */
enum { MOST_INSTRUCTIONS = 100000 };

evaluator evaluate_prepare(core *c, const ir_expression *e)
{
    assert(e->program.source == c->source);
    return (evaluator){
        .c = c,
        .e = e,
        .consts = core_consts(c, &e->program),
        .shapes = core_shapes(c),
        .slot_defaults =
            ARENA_ARRAY(&c->memory, const value *, e->program.function_count),
        .live = ARENA_ARRAY(&c->memory, live_slots *, e->program.function_count),
        .prepared = ARENA_ARRAY(&c->memory, struct prepared_function *,
                                e->program.function_count),
        .ways_out = way_out_new(&c->memory, &e->program),
    };
}

/* The settings of a core that evaluation changes and restores. */
typedef struct saved_settings {
    const ir_program *ir;
    value *consts;
    uint32_t *shapes;
    const value **slot_defaults;
    live_slots **live;
    struct prepared_function **prepared;
    printed_slots *printed;
    way_out *ways_out;
    coverage *coverage;
    bool (*is_over)(void *context);
    bool was_stopped;
    stop_reason limit;
} saved_settings;

static saved_settings swap_settings(core *c, saved_settings h)
{
    saved_settings was = {.ir = c->ir,
                          .consts = c->consts,
                          .shapes = c->shapes,
                          .slot_defaults = c->slot_defaults,
                          .live = c->live,
                          .prepared = c->prepared,
                          .printed = c->printed,
                          .ways_out = c->ways_out,
                          .coverage = c->coverage,
                          .is_over = c->is_over,
                          .was_stopped = c->was_stopped,
                          .limit = c->limit};
    c->ir = h.ir;
    c->consts = h.consts;
    c->shapes = h.shapes;
    c->slot_defaults = h.slot_defaults;
    c->live = h.live;
    c->prepared = h.prepared;
    c->printed = h.printed;
    c->ways_out = h.ways_out;
    c->coverage = h.coverage;
    c->is_over = h.is_over;
    c->was_stopped = h.was_stopped;
    c->limit = h.limit;
    return was;
}

/* Loads only the variables: the machine's frames and tasks stay untouched. */
static void load(run *r, core *c, value local)
{
    *r = (run){.c = c, .event = FAULT_NOWHERE};
    run_allow(r, MOST_INSTRUCTIONS);
    values_start_step(&c->vals);
    process_load(c, &r->p, local);
    vec_clear(&r->p.frames);
    vec_clear(&r->p.slots);
    vec_clear(&r->p.tasks);
    r->p.status = STATUS_RUNNING;
}

static void explain(const run *r, strbuf *why)
{
    if (r->c->limit != STOP_NONE)
        return;
    if (r->fault.kind == FAULT_NONE && r->is_stuck)
        strbuf_puts(why, "an assumption does not hold");
    else if (r->fault.kind == FAULT_NONE ||
             (r->fault.kind == FAULT_RUNAWAY && r->budget == 0))
        strbuf_printf(why, "more than %d instructions: an endless loop?",
                      MOST_INSTRUCTIONS);
    else if (r->fault.kind == FAULT_RUNAWAY)
        strbuf_puts(why, strbuf_text(&r->fault_text));
    else if (r->fault_text.len == 0)
        strbuf_puts(why, fault_title(r->fault.kind));
    else
        strbuf_printf(why, "%s: %s", fault_title(r->fault.kind),
                      strbuf_text(&r->fault_text));
}

/* Nothing is known of open ints but their ranges. */
static void begin_open(run *r)
{
    openints *o = r->c->vals.open;
    if (o == NULL)
        return;
    openint_restore(o, (openint_mark){0});
    openint_resume(r->c, r);
    openint_forbid(o);
}

static void end_open(const core *c)
{
    openint_allow(c->vals.open);
    if (c->vals.open != NULL)
        openint_pause(c->vals.open);
}

static evaluation compute(const evaluator *v, value local, strbuf *why)
{
    core *c = v->c;
    run r;
    jump j;
    load(&r, c, local);
    run_push(&r, v->e->function, NULL, 0);
    evaluation out = {.kind = EVALUATION_FAULT};
    begin_open(&r);
    bool has_returned = run_frames(&r, &j) == RUN_RETURNED;
    end_open(c);
    if (has_returned) {
        out.kind = EVALUATION_VALUE;
        out.value = value_freeze(&c->vals, r.result);
    } else {
        out.stop = c->limit;
        explain(&r, why);
    }
    run_free(&r);
    return out;
}

evaluation evaluate(const evaluator *v, value local, strbuf *why)
{
    core *c = v->c;
    process_status stands = local_status(c, local);
    if (stands == STATUS_NEW || stands == STATUS_HALTED)
        return (evaluation){.kind = EVALUATION_NONE};
    assert(local_machine(c, local) == v->e->machine);
    coverage *aside = coverage_new(&v->e->program); /* evaluations are not covered */
    saved_settings was =
        swap_settings(c, (saved_settings){.ir = &v->e->program,
                                          .consts = v->consts,
                                          .shapes = v->shapes,
                                          .slot_defaults = v->slot_defaults,
                                          .live = v->live,
                                          .prepared = v->prepared,
                                          .ways_out = v->ways_out,
                                          .coverage = aside});
    evaluation out = compute(v, local, why);
    swap_settings(c, was);
    coverage_free(aside);
    return out;
}
