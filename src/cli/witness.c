#include "cli/witness.h"

#include "cli/confirm.h"

#include "engine/registry.h"

#include <stdio.h>
#include <string.h>

/* ---- Which ---- */

static bool is_scenario(const ir_machine *m)
{
    return m->kind == MACHINE_SCENARIO;
}

bool witness_goal(const ir_program *ir, const char *name, uint32_t *goal, strbuf *why)
{
    for (uint32_t i = 0; i < ir->machine_count; i++) {
        if (is_scenario(&ir->machines[i]) && strcmp(ir->machines[i].name, name) == 0) {
            *goal = i + 1;
            return true;
        }
    }
    strbuf_printf(why, "there is no scenario '%s'", name);
    return false;
}

static bool is_all(const options *o)
{
    return strcmp(o->witness, "all") == 0;
}

bool witness_check(const options *o, const ir_program *ir, strbuf *why)
{
    uint32_t goal;
    if (o->witness == NULL)
        return true;
    if (o->mpi) {
        strbuf_puts(why, "--witness does not work with --mpi");
        return false;
    }
    strbuf reason = {0};
    bool ok = is_all(o) || witness_goal(ir, o->witness, &goal, &reason);
    if (!ok)
        strbuf_printf(why, "--witness: %s", strbuf_text(&reason));
    strbuf_free(&reason);
    return ok;
}

static bool is_asked_for(const options *o, const ir_machine *m)
{
    return is_scenario(m) && (is_all(o) || strcmp(m->name, o->witness) == 0);
}

/* ---- Looking for them ---- */

static bool is_found(const witness *w)
{
    return w->run.verdict.kind == VERDICT_VIOLATED &&
           w->run.verdict.fault.kind == FAULT_WITNESS;
}

static bool replays(witness *w)
{
    confirm_run(&w->run);
    if (w->run.bad_replay == NULL)
        return true;
    fprintf(stderr,
            "synod: fault: the witness of scenario %s did not replay: %s.\nThis is a "
            "fault in Synod, not in the model; please report it.\n",
            w->scenario->name, w->run.bad_replay);
    return false;
}

/* W must not move, since its result points to its options. */
static bool look_for(witness *w, const result *r, uint32_t machine)
{
    w->scenario = &r->ir->machines[machine];
    w->options = *r->options;
    w->options.core.goal = machine + 1;
    w->options.checkpoint = w->options.resume = NULL;
    w->options.progress = NULL; /* progress is about the test itself */
    w->options.notice = NULL;
    w->options.explain = NULL;
    result_init(&w->run, r->ir, r->test);
    w->run.engine = r->engine;
    w->run.options = &w->options;
    w->run.story.wants_enabled = r->story.wants_enabled;
    registry_run(r->engine, r->ir, r->test, &w->options, &w->run.verdict);
    return !is_found(w) || replays(w);
}

bool witness_find(const options *o, const result *r, witness_list *out)
{
    const ir_module *m = r->test->module;
    bool ok = true;
    *out = (witness_list){.cap = m->monitor_count};
    out->data = mem_alloc((out->cap + 1) * sizeof *out->data);
    for (uint32_t i = 0; i < m->monitor_count; i++) {
        uint32_t machine = m->monitors[i].machine;
        if (!is_asked_for(o, &r->ir->machines[machine]) ||
            !(r->verdict.coverage->machines[machine] & COVER_COOLED))
            continue;
        witness *w = &out->data[out->len];
        ok = look_for(w, r, machine) && ok;
        if (is_found(w) && w->run.bad_replay == NULL)
            out->len++;
        else
            result_fini(&w->run);
    }
    return ok;
}

void witness_list_fini(witness_list *l)
{
    vec_each (w, l)
        result_fini(&w->run);
    if (l->data != NULL)
        mem_free(l->data, (l->cap + 1) * sizeof *l->data);
}

/* ---- Telling ---- */

static const witness *found(const result *r, const ir_machine *scenario)
{
    for (size_t i = 0; i < r->witness_count; i++)
        if (r->witnesses[i].scenario == scenario)
            return &r->witnesses[i];
    return NULL;
}

static void put_witness(sources *src, const result *r, uint32_t machine,
                        const trace_view *v, strbuf *out)
{
    const ir_machine *m = &r->ir->machines[machine];
    const witness *w = found(r, m);
    if (w != NULL) {
        strbuf_printf(out, "  a witness of scenario %s:\n", m->name);
        trace_text(src, &w->run, v, out);
    } else {
        strbuf_printf(out, "  no witness of scenario %s: %s\n", m->name,
                      r->verdict.coverage->machines[machine] & COVER_COOLED
                          ? "a violation or a limit came first"
                          : "it was not covered");
    }
}

void witness_text(sources *src, const options *o, const result *r, const trace_view *v,
                  strbuf *out)
{
    const ir_module *m = r->test->module;
    for (uint32_t i = 0; i < m->monitor_count; i++)
        if (is_asked_for(o, &r->ir->machines[m->monitors[i].machine]))
            put_witness(src, r, m->monitors[i].machine, v, out);
}
