#include "report/json.h"

#include "report/describe.h"

#include "base/hash.h"
#include "core/foreign.h"
#include "engine/statistics.h"
#include "ir/expression.h"
#include "ir/open.h"
#include "report/coverage.h"
#include "report/json_put.h"
#include "report/known_values.h"
#include "report/proof.h"
#include "report/stop_text.h"
#include "report/text.h"
#include "report/why.h"

#include <math.h>
#include <string.h>

static void put_number(strbuf *out, const char *key, uint64_t n)
{
    strbuf_printf(out, "\"%s\": %llu", key, (unsigned long long)n);
}

uint64_t json_fingerprint(const sources *src)
{
    uint64_t hash = 0;
    vec_each (file, &src->files)
        if (!file->is_aside)
            hash = hash_u64(hash + hash_bytes(file->text, file->len));
    return hash;
}

/* ---- What is said of the model ---- */

static void put_message_text(sources *src, const diag_item *item, strbuf *out)
{
    static const char *const kinds[] = {[DIAG_ERROR] = "error",
                                        [DIAG_WARNING] = "warning",
                                        [DIAG_NOTE] = "note",
                                        [DIAG_HINT] = "hint"};
    json_put_text(out, "kind", kinds[item->severity]);
    strbuf_puts(out, ", ");
    json_put_text(out, "text", item->text);
    strbuf_puts(out, ", ");
    if (item->pos != SRC_NONE || item->path == NULL) {
        json_put_place(src, item->pos, out);
        return;
    }
    json_put_text(out, "file", item->path);
    strbuf_puts(out, ", \"line\": null, \"column\": null");
}

void json_message(sources *src, const diag_item *item, strbuf *list)
{
    strbuf_puts(list, list->len > 0 ? ",\n    {" : "\n    {");
    put_message_text(src, item, list);
    strbuf_puts(list, ", ");
    json_put_text(list, "code", item->code);
    strbuf_puts(list, ",\n     \"details\": [");
    for (const diag_item *d = item->details; d != NULL; d = d->next) {
        strbuf_putc(list, '{');
        put_message_text(src, d, list);
        strbuf_puts(list, d->next != NULL ? "}, " : "}");
    }
    strbuf_puts(list, "]}");
}

/* ---- The document ---- */

void json_begin(sources *src, const char *const *inputs, size_t count, bool strict_p,
                const char *messages, strbuf *out)
{
    strbuf_printf(out, "{\n  \"schema\": %d,\n  \"synod\": \"%s\",\n  \"inputs\": [",
                  JSON_SCHEMA, SYNOD_VERSION);
    for (size_t i = 0; i < count; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        strbuf_json(out, inputs[i], strlen(inputs[i]));
    }
    strbuf_printf(out,
                  "],\n  \"strict_p\": %s,\n  \"fingerprint\": \"%016llx\",\n"
                  "  \"messages\": [",
                  strict_p ? "true" : "false",
                  (unsigned long long)json_fingerprint(src));
    strbuf_puts(out, messages);
    strbuf_puts(out, "],\n  \"results\": [");
}

void json_end(strbuf *out)
{
    strbuf_puts(out, "\n  ]\n}\n");
}

/* ---- Options that a replay needs ---- */

static void put_budget(const result *r, int index, const fault_budget *b,
                       const char *key, strbuf *out)
{
    strbuf_printf(out, "\"%s\": {\"budget\": %u, \"of\": ", key, b->left);
    if (b->may == NULL) {
        strbuf_puts(out, "null}");
        return;
    }
    bool is_crash = index == BUDGET_CRASH;
    uint32_t count = is_crash ? r->ir->machine_count : r->ir->event_count;
    bool is_first = true;
    strbuf_putc(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        if (!b->may[i])
            continue;
        const char *name = is_crash ? r->ir->machines[i].name : r->ir->events[i].name;
        strbuf_puts(out, is_first ? "" : ", ");
        strbuf_json(out, name, strlen(name));
        is_first = false;
    }
    strbuf_puts(out, "]}");
}

/* AS_RUN: the options that the trace was found with; else those that the user asked
 * for. */
static void put_options(const result *r, bool as_run, strbuf *out)
{
    static const char *const keys[] = {
        [BUDGET_CRASH] = "crash", [BUDGET_LOSS] = "loss", [BUDGET_DUP] = "dup"};
    if (r->ir == NULL) {
        strbuf_puts(out, r->settings);
        return;
    }
    const core_options *o = &r->options->core;
    strbuf_printf(out, "\"network\": \"%s\", ", network_word(o->network));
    for (int i = 0; i < BUDGET_COUNT; i++) {
        put_budget(r, i, as_run ? &o->budgets[i] : result_budget(r, i), keys[i], out);
        strbuf_puts(out, ", ");
    }
    strbuf_printf(out, "\"strict_quiescence\": %s",
                  o->strict_quiescence ? "true" : "false");
    if (o->stops_at_sends)
        strbuf_puts(out, ", \"stops_at_sends\": true");
    if (as_run && o->split_above > 0)
        strbuf_printf(out, ", \"split_above\": %llu",
                      (unsigned long long)o->split_above);
    if (foreign_fingerprint(o->foreign) != 0)
        strbuf_printf(out, ", \"foreign\": \"%016llx\"",
                      (unsigned long long)foreign_fingerprint(o->foreign));
}

static const char *crash_model(const result *r)
{
    return r->crashes.left > 0                               ? "implicit"
           : r->options->core.budgets[BUDGET_CRASH].left > 0 ? "explicit"
                                                             : NULL;
}

static void put_reduction(const reduction *x, strbuf *out)
{
    static const char *const por[] = {
        [POR_NES] = "nes", [POR_LPOR] = "lpor", [POR_OFF] = "off"};
    static const char *const symmetry[] = {
        [SYMMETRY_AUTO] = "auto", [SYMMETRY_OFF] = "off", [SYMMETRY_EXACT] = "exact"};
    strbuf_puts(out, ", \"reduction\": {");
    json_put_text(out, "por", por[x->por]);
    strbuf_puts(out, ", ");
    json_put_text(out, "symmetry", symmetry[x->symmetry]);
    strbuf_puts(out, ", ");
    json_put_text(out, "dead_messages", x->keeps_dead ? "keep" : "drop");
    strbuf_puts(out, ", ");
    json_put_text(out, "split",
                  x->joins_quorums && x->joins_replies ? "none"
                  : x->joins_replies                   ? "quorum"
                  : x->joins_quorums                   ? "reply"
                                                       : "both");
    strbuf_puts(out, ", ");
    put_number(out, "tail", x->tail);
    strbuf_putc(out, '}');
}

/* Everything that the result depends on. */
/* What the user has bounded the search by: absent where it is not bounded. */
static void put_bounds(const result *r, strbuf *out)
{
    const engine_options *o = r->options;
    for (size_t i = 0; i < o->core.within_count; i++) {
        const ir_expression *e = o->core.within[i];
        strbuf text = {0};
        strbuf_printf(&text, "%s: %s", r->ir->machines[e->machine].name, e->text);
        strbuf_puts(out, i == 0 ? ", \"within\": [" : ", ");
        strbuf_json(out, strbuf_text(&text), text.len);
        strbuf_free(&text);
    }
    if (o->core.within_count > 0)
        strbuf_putc(out, ']');
    if (o->limits.depth > 0) {
        strbuf_puts(out, ", ");
        put_number(out, "max_depth", o->limits.depth);
    }
    if (o->core.narrow > 0) {
        strbuf_puts(out, ", ");
        put_number(out, "narrow", o->core.narrow);
    }
    if (r->verdict.has_open_values) {
        strbuf_puts(out, ", ");
        json_put_text(out, "values", "open");
    }
}

static void put_settings(const result *r, strbuf *out)
{
    const engine_options *o = r->options;
    strbuf_puts(out, ",\n      \"options\": {");
    put_options(r, false, out);
    if (r->ir == NULL) {
        strbuf_putc(out, '}');
        return;
    }
    strbuf_printf(
        out, ", \"no_deadlock\": %s, \"choices\": \"%s\", \"search\": \"%s\", ",
        o->core.deadlock_is_fine ? "true" : "false",
        o->core.choices_are_unfair ? "unfair" : "fair", o->depth_first ? "dfs" : "bfs");
    json_put_text(out, "strategy", engine_strategy_word(o->strategy));
    strbuf_puts(out, ", ");
    put_number(out, "seed", o->seed);
    strbuf_puts(out, ", ");
    put_number(out, "schedules", o->schedules);
    strbuf_puts(out, ", ");
    put_number(out, "max_steps", o->max_steps);
    strbuf_puts(out, ", ");
    put_number(out, "pct_depth", o->pct_depth);
    strbuf_puts(out, ", ");
    json_put_text(out, "crash_model", crash_model(r));
    put_bounds(r, out);
    if (result_is_reduced(r))
        put_reduction(&o->reduction, out);
    strbuf_putc(out, '}');
}

/* ---- The trace ---- */

static void put_index(strbuf *out, const char *key, size_t index, bool is_none)
{
    if (is_none)
        strbuf_printf(out, "\"%s\": null", key);
    else
        put_number(out, key, index);
}

static void put_who(strbuf *out, const char *key, uint32_t who)
{
    put_index(out, key, who, who == STORY_NOBODY);
}

static void put_when(strbuf *out, const char *key, size_t step)
{
    put_index(out, key, step, step == STORY_NEVER);
}

/* Before each item of a list, on a line of its own. */
static void next_item(strbuf *out, bool *is_first, int indent)
{
    strbuf_puts(out, *is_first ? "\n" : ",\n");
    strbuf_fill(out, ' ', (size_t)indent);
    strbuf_putc(out, '{');
    *is_first = false;
}

static void put_machines(const story *s, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n       \"machines\": [");
    vec_each (m, &s->machines) {
        next_item(out, &is_first, 8);
        json_put_text(out, "name", m->name);
        strbuf_puts(out, ", ");
        json_put_text(out, "path", m->path);
        strbuf_puts(out, ", ");
        json_put_text(out, "type", m->type);
        strbuf_puts(out, ", ");
        json_put_text(out, "kind", m->path != NULL ? "machine" : "spec");
        strbuf_puts(out, ", ");
        put_number(out, "born", m->born);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_message(sources *src, const story_message *m, strbuf *out)
{
    json_put_text(out, "event", m->event);
    strbuf_puts(out, ", ");
    json_put_text(out, "payload", m->payload);
    strbuf_puts(out, ", ");
    put_who(out, "from", m->from);
    strbuf_puts(out, ", ");
    put_who(out, "to", m->to);
    strbuf_puts(out, ", ");
    put_when(out, "sent", m->sent);
    strbuf_puts(out, ", ");
    put_when(out, "arrived", m->arrived);
    strbuf_puts(out, ", ");
    put_when(out, "handled", m->handled);
    strbuf_puts(out, ", ");
    json_put_text(out, "fate", story_fate_word(m->fate));
    strbuf_puts(out, ", ");
    put_when(out, "copy_of", m->copy_of);
    strbuf_puts(out, ", ");
    json_put_place(src, m->pos, out);
}

static void put_messages(sources *src, const story *s, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n       \"messages\": [");
    vec_each (m, &s->messages) {
        next_item(out, &is_first, 8);
        put_message(src, m, out);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_lines(sources *src, const story_step *step, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, "\"actions\": [");
    vec_each (line, &step->lines) {
        next_item(out, &is_first, 10);
        json_put_text(out, "kind", line->kind);
        strbuf_puts(out, ", ");
        json_put_text(out, "text", line->text);
        strbuf_puts(out, ", ");
        json_put_place(src, line->pos, out);
        strbuf_puts(out, ", ");
        put_who(out, "who", line->who);
        strbuf_puts(out, ", ");
        put_when(out, "message", line->message);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_changes(const story_step *step, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n         \"changes\": [");
    vec_each (change, &step->changes) {
        next_item(out, &is_first, 10);
        put_who(out, "who", change->who);
        strbuf_puts(out, ", ");
        json_put_text(out, "what", story_change_word(change->kind));
        strbuf_puts(out, ", ");
        json_put_text(out, "name", change->name);
        strbuf_puts(out, ", ");
        json_put_text(out, "before", change->before);
        strbuf_puts(out, ", ");
        json_put_text(out, "after", change->after);
        strbuf_puts(out, ", ");
        json_put_text(out, "text", change->text);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_connections(const story_step *step, strbuf *out)
{
    strbuf_puts(out, ",\n         \"enabled\": [");
    for (size_t i = 0; i < step->enabled.len; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        strbuf_json(out, step->enabled.data[i], strlen(step->enabled.data[i]));
    }
    strbuf_puts(out, "], ");
    put_number(out, "more_enabled", step->more_enabled);
    strbuf_puts(out, ", \"causes\": [");
    for (size_t i = 0; i < step->causes.len; i++)
        strbuf_printf(out, "%s%zu", i > 0 ? ", " : "", step->causes.data[i]);
    strbuf_printf(out, "], \"is_why\": %s", step->is_why ? "true" : "false");
}

static void put_story_step(sources *src, const story_step *step, strbuf *out)
{
    json_put_text(out, "title", step->title);
    strbuf_puts(out, ", ");
    put_who(out, "who", step->who);
    strbuf_puts(out, ", ");
    put_when(out, "message", step->message);
    strbuf_puts(out, ",\n         ");
    put_lines(src, step, out);
    put_changes(step, out);
    put_connections(step, out);
}

/* STEP may be NULL: the run failed before it. */
static void put_step(sources *src, const trace_step *s, const story_step *step,
                     strbuf *out)
{
    json_put_text(out, "move", describe_transition_kind(s->kind));
    strbuf_puts(out, ", ");
    json_put_text(out, "machine", s->machine);
    strbuf_printf(out, ", \"index\": %u, \"choices\": [", s->index);
    for (uint32_t i = 0; i < s->choice_count; i++)
        strbuf_printf(out, "%s%u", i > 0 ? ", " : "", s->choices[i]);
    strbuf_puts(out, "],\n         ");
    const story_step nothing = {.who = STORY_NOBODY, .message = STORY_NEVER};
    put_story_step(src, step != NULL ? step : &nothing, out);
}

static void put_steps(sources *src, const trace *t, const story *s, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ",\n       \"steps\": [");
    for (size_t i = 0; i < t->steps.len; i++) {
        next_item(out, &is_first, 8);
        put_step(src, &t->steps.data[i],
                 i + 1 < s->steps.len ? &s->steps.data[i + 1] : NULL, out);
        strbuf_putc(out, '}');
    }
    strbuf_puts(out, "]");
}

static void put_tail(const trace_tail *t, strbuf *out)
{
    if (t->steps > 0)
        strbuf_printf(out,
                      ", \"tail\": {\"from\": %zu, \"steps\": %llu, \"seed\": "
                      "\"%016llx\"}",
                      t->from, (unsigned long long)t->steps,
                      (unsigned long long)t->seed);
}

static void put_trace(sources *src, const result *r, strbuf *out)
{
    const trace *t = &r->verdict.trace;
    strbuf_puts(out, ",\n      \"trace\": {");
    put_options(r, true, out);
    strbuf_puts(out, ", ");
    put_index(out, "loop", t->loop, t->loop == TRACE_NO_LOOP);
    put_tail(&t->tail, out);
    strbuf_puts(out, ", ");
    put_index(out, "shrunk_from", r->shrunk_from, r->shrunk_from == 0);
    put_machines(&r->story, out);
    put_messages(src, &r->story, out);
    strbuf_puts(out, ",\n       \"begin\": {");
    if (r->story.steps.len > 0) {
        put_lines(src, &r->story.steps.data[0], out);
        put_changes(&r->story.steps.data[0], out);
    }
    strbuf_putc(out, '}');
    put_steps(src, t, &r->story, out);
    strbuf_putc(out, '}');
}

/* Since when a spec has been hot, and what it waits for. */
static void put_awaited(const story *s, strbuf *out)
{
    strbuf_puts(out, ", ");
    put_number(out, "hot_since", s->machines.data[s->hot].hot_since);
    strbuf_puts(out, ", \"waits_for\": [");
    for (size_t i = 0; i < s->awaited.len; i++) {
        strbuf_puts(out, i > 0 ? ", " : "");
        strbuf_json(out, s->awaited.data[i], strlen(s->awaited.data[i]));
    }
    strbuf_putc(out, ']');
}

/* What foreign functions that are left open have returned. */
static void put_open_values(const story *s, strbuf *out)
{
    bool is_first = true;
    if (s->open_values.len == 0)
        return;
    strbuf_puts(out, ",\n       \"open_values\": [");
    vec_each (v, &s->open_values) {
        next_item(out, &is_first, 8);
        json_put_text(out, "function", v->function);
        strbuf_puts(out, ", ");
        json_put_text(out, "value", v->value);
        strbuf_puts(out, ", ");
        put_number(out, "step", v->step);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_violation(sources *src, const result *r, strbuf *out)
{
    const fault *f = &r->verdict.fault;
    strbuf_puts(out, ",\n      \"violation\": {");
    json_put_text(out, "kind", fault_word(f->kind));
    strbuf_puts(out, ", ");
    json_put_text(out, "message", f->text);
    strbuf_puts(out, ", ");
    json_put_place(src, f->pos, out);
    strbuf_puts(out, ", ");
    json_put_text(out, "machine", r->machine);
    strbuf_puts(out, ", ");
    json_put_text(out, "state", r->state);
    strbuf_puts(out, ", ");
    json_put_text(out, "event", r->event);
    if (r->story.hot != STORY_NOBODY)
        put_awaited(&r->story, out);
    put_open_values(&r->story, out);
    strbuf_putc(out, '}');
}

/* ---- What the search counted ---- */

static void put_estimate(double x, strbuf *out)
{
    if (x > 0 && isfinite(x))
        strbuf_printf(out, "%.0f", x);
    else
        strbuf_puts(out, "null");
}

/* "key": value */
static void put_statistic(statistic_id id, const engine_stats *s, strbuf *out)
{
    const statistic *x = statistics_get(id);
    const char *text;
    strbuf_printf(out, "\"%s\": ", x->key);
    switch (x->kind) {
    case STATISTIC_IS_COUNT:
    case STATISTIC_IS_BYTES:
        strbuf_printf(out, "%llu", (unsigned long long)statistics_count(id, s));
        break;
    case STATISTIC_IS_SECONDS:
        text_seconds(statistics_real(id, s), out);
        break;
    case STATISTIC_IS_ESTIMATE:
    case STATISTIC_IS_MAGNITUDE:
        put_estimate(statistics_real(id, s), out);
        break;
    case STATISTIC_IS_TEXT:
    case STATISTIC_IS_NAME:
        text = statistics_text(id, s);
        strbuf_json(out, text, strlen(text));
        break;
    }
}

static bool is_left_out(statistic_id id, const engine_stats *s)
{
    return statistics_get(id)->kind == STATISTIC_IS_NAME &&
           statistics_text(id, s) == NULL;
}

/* All statistics of a group, separated by commas. */
static void put_statistics(statistic_group group, const engine_stats *s, strbuf *out)
{
    bool is_first = true;
    for (statistic_id id = STATISTIC_COUNT;
         (id = statistics_next(id, group, STATISTIC_IN_RESULT)) < STATISTIC_COUNT;) {
        if (is_left_out(id, s))
            continue;
        strbuf_puts(out, is_first ? "" : ", ");
        put_statistic(id, s, out);
        is_first = false;
    }
}

static void put_stats(const result *r, strbuf *out)
{
    const engine_stats *s = &r->verdict.stats;
    put_statistics(STATISTIC_OF_ALL, s, out);
    strbuf_puts(out, ", ");
    put_statistic(STATISTIC_MEMORY, s, out);
    if (s->phase == PHASE_EXECUTIONS) {
        strbuf_puts(out, ", ");
        put_statistics(STATISTIC_OF_EXECUTIONS, s, out);
    }
    if (result_is_reduced(r)) {
        strbuf_puts(out, ", \"reduction\": {");
        put_statistics(STATISTIC_OF_REDUCTION, s, out);
        strbuf_putc(out, '}');
    }
    if (result_is_set(r)) {
        strbuf_puts(out, ", \"set\": {");
        put_statistics(STATISTIC_OF_SET, s, out);
        strbuf_putc(out, '}');
    }
    strbuf_puts(out, ", ");
    put_statistic(STATISTIC_SECONDS, s, out);
}

static void put_notices(const result *r, strbuf *out)
{
    bool is_first = true;
    strbuf_puts(out, ", \"notices\": [");
    vec_each (text, &r->notices) {
        strbuf_puts(out, is_first ? "" : ", ");
        strbuf_json(out, *text, strlen(*text));
        is_first = false;
    }
    strbuf_putc(out, ']');
}

/* The foreign functions that are left open, if the test may call any. */
static void put_open_functions(const result *r, strbuf *out)
{
    if (r->ir == NULL || r->test == NULL)
        return;
    uint32_t *open = open_of_test(r->ir, r->test);
    for (uint32_t i = 0; open[i] != IR_NONE; i++) {
        const char *name = r->ir->functions[open[i]].name;
        strbuf_puts(out, i > 0 ? ", " : ",\n      \"open_functions\": [");
        strbuf_json(out, name, strlen(name));
    }
    if (open[0] != IR_NONE)
        strbuf_putc(out, ']');
    mem_free(open, (r->ir->function_count + 1) * sizeof *open);
}

static void put_coverage(sources *src, const result *r, strbuf *out)
{
    if (r->verdict.coverage == NULL)
        return;
    coverage_report c;
    coverage_report_init(&c, r);
    strbuf_puts(out, ",\n      \"coverage\": ");
    coverage_json(&c, src, out);
    coverage_report_fini(&c);
}

/* Like a result, but only what a replay needs. */
static void put_witnesses(sources *src, const result *r, strbuf *out)
{
    if (r->witness_count == 0)
        return;
    strbuf_puts(out, ",\n      \"witnesses\": [");
    for (size_t i = 0; i < r->witness_count; i++) {
        const witness *w = &r->witnesses[i];
        strbuf_puts(out, i > 0 ? ",\n      {" : "\n      {");
        json_put_text(out, "test", r->name);
        strbuf_puts(out, ", ");
        json_put_text(out, "scenario", w->scenario->name);
        put_trace(src, &w->run, out);
        strbuf_putc(out, '}');
    }
    strbuf_putc(out, ']');
}

static void put_proof(sources *src, const result *r, strbuf *out)
{
    if (r->proof == NULL)
        return;
    strbuf_puts(out, ",\n      \"proof\": ");
    proof_json(r->proof, src, out);
}

static void put_reason(const verdict *v, strbuf *out)
{
    strbuf room = {0};
    json_put_text(out, "reason", stop_text_verdict(v, &room));
    strbuf_free(&room);
}

static void put_unchecked(const result *r, strbuf *out)
{
    if (!unchecked_has_any(&r->unchecked))
        return;
    strbuf_puts(out, ", \"unchecked\": ");
    unchecked_json(&r->unchecked, out);
}

static void put_hot_runs(const result *r, strbuf *out)
{
    const hot_count *hot = &r->verdict.random_hot;
    if (hot->runs == 0)
        return;
    const ir_monitor *spec = &r->test->module->monitors[hot->spec];
    strbuf_puts(out, ", \"hot_runs\": {");
    json_put_text(out, "spec", r->ir->machines[spec->machine].name);
    strbuf_printf(out, ", \"runs\": %llu}", (unsigned long long)hot->runs);
}

void json_result(sources *src, const result *r, bool is_first, strbuf *out)
{
    strbuf_puts(out, is_first ? "\n    {" : ",\n    {");
    json_put_text(out, "test", r->name);
    strbuf_puts(out, ", ");
    json_put_text(out, "engine", registry_name(r->engine));
    strbuf_puts(out, ", ");
    json_put_text(out, "verdict", verdict_word(r->verdict.kind));
    strbuf_puts(out, ", ");
    put_reason(&r->verdict, out);
    strbuf_puts(out, ",\n      ");
    put_stats(r, out);
    strbuf_puts(out, ",\n      ");
    json_put_text(out, "command", r->command);
    strbuf_puts(out, ", \"budget\": ");
    if (r->budget > 0)
        text_seconds(r->budget, out);
    else
        strbuf_puts(out, "null");
    if (r->verdict.kind == VERDICT_COVERED)
        strbuf_printf(out, ", \"share\": %.6f", r->verdict.stats.share);
    if (result_needs_fair_choices(r))
        strbuf_puts(out, ", \"needs_fair_choices\": true");
    if (r->verdict.random_runs > 0)
        strbuf_printf(out, ", \"random_runs\": %llu",
                      (unsigned long long)r->verdict.random_runs);
    put_hot_runs(r, out);
    put_notices(r, out);
    why_json(src, r, out);
    put_unchecked(r, out);
    put_settings(r, out);
    put_open_functions(r, out);
    known_values_json(src, r, out);
    put_coverage(src, r, out);
    put_proof(src, r, out);
    if (r->verdict.kind == VERDICT_VIOLATED)
        put_violation(src, r, out);
    if (r->story.steps.len > 0)
        put_trace(src, r, out);
    put_witnesses(src, r, out);
    strbuf_putc(out, '}');
}
