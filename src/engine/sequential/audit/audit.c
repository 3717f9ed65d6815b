/* Replays a derivation and checks its beginning and its end. */
#include "engine/sequential/audit/audit.h"

#include "engine/sequential/audit/audit_private.h"

#include <stdarg.h>
#include <stdio.h>

bool audit_refuse(auditor *a, const char *format, ...)
{
    audit_report *r = a->report;
    if (a->failed)
        return false;
    a->failed = true;
    r->step = a->step;
    r->pos = a->step && a->step->stmt ? a->step->stmt->pos : SRC_NONE;
    va_list args;
    va_start(args, format);
    vsnprintf(r->why, sizeof r->why, format, args);
    va_end(args);
    return false;
}

bool audit_replay(auditor *a, audit_state *s, const derivation *list,
                  audit_state_list *ends)
{
    assert(a->report);
    for (const derivation *d = list; d; d = d->next) {
        bool good;
        a->step = d;
        a->report->steps++;
        switch (d->rule) {
        case RULE_BRANCH:
            good = audit_branch(a, s, d, ends);
            if (good && !d->joined)
                return true;
            break;
        case RULE_FOR:
        case RULE_EACH:
            good = audit_loop(a, s, d);
            break;
        default:
            good = audit_step(a, s, d);
        }
        a->opens = false;
        if (!good)
            return false;
    }
    audit_state_check(a, s);
    vec_push(ends, s);
    return true;
}

/* ---- the end ---- */

/* A reactive process may wait forever at the start of its `while true`, but not for
 * `nobody`. */
static bool is_idle(auditor *a, const audit_state *s, const audit_unit *x)
{
    const icet_process *p = &a->program->processes[x->process];
    if (!x->at || !p->reactive)
        return !x->at;
    const icet_stmt *last = p->body;
    while (last->next)
        last = last->next;
    if (x->at != last->then || x->pinned != ICET_NONE)
        return false;
    if (x->at->from != ICET_FROM_PROCESS)
        return true;
    term_kind kind = term_at(&a->terms, audit_eval_now(a, s, x, x->at->to))->kind;
    return kind == TERM_UNIT_PID || kind == TERM_NAME || kind == TERM_SELF;
}

/* Does the path condition imply that the unit stands for no copy? */
static bool is_vacant(auditor *a, const audit_state *s, uint32_t index)
{
    assert(audit_state_unit(s, index));
    const audit_unit *x = &s->units[index];
    if (x->kind != AUDIT_ALL)
        return false;
    uint32_t set = a->program->processes[x->process].set;
    term_store *t = &a->terms;
    term copies =
        term_int(t, audit_state_copies(
                        s, x->process)); /* distinct: see step_unfold and step_pick */
    term all = term_binary(t, TERM_EQ, copies, term_leaf(t, TERM_SIZE, set));
    return audit_state_size(a, s, set) == 0 ||
           term_is_true(t, term_under(t, s->facts, all));
}

/* A message of some copy may be of one that has a name now. */
static bool is_from_nobody(auditor *a, const audit_state *s, const audit_channel *l)
{
    uint32_t set = a->program->processes[s->units[l->from].process].set;
    return l->some ? audit_state_size(a, s, set) == 0 : is_vacant(a, s, l->from);
}

static bool is_complete(auditor *a, const audit_state *s)
{
    a->step = NULL;
    for (uint32_t i = 0; i < s->count; i++) {
        const audit_unit *x = audit_state_unit(s, i);
        if (x && !is_idle(a, s, x) && !is_vacant(a, s, i))
            return audit_refuse(a, "%s has not finished at the end",
                                a->program->processes[x->process].name);
    }
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const audit_channel *l = &s->channels[i];
        if (l->count > 0 && !is_from_nobody(a, s, l) && !is_vacant(a, s, l->to))
            return audit_refuse(a, "a message %s is left at the end",
                                a->program->messages[l->message].name);
    }
    return true;
}

/* A receive by all copies at once assumed that no other copy is the sender: see race.c.
 */
static bool is_sent_alone(auditor *a)
{
    for (uint32_t i = 0; i < a->program->message_count; i++)
        if (a->among[i] && a->alone[i])
            return audit_refuse(a, "a race: %s may come from another copy",
                                a->program->messages[i].name);
    return true;
}

/* ---- the beginning ---- */

static void know(auditor *a, const term_fact **facts, term_kind kind, term x, term y,
                 bool value)
{
    *facts = term_fact_add(&a->memory, &a->terms, *facts,
                           term_binary(&a->terms, kind, x, y), value);
}

/* No set has less than 0 elements, or less than the program demands. */
static const term_fact *known_sizes(auditor *a)
{
    enum { FEW = 8 };
    const term_fact *facts = NULL;
    for (uint32_t i = 0; i < a->program->set_count; i++) {
        term size = term_leaf(&a->terms, TERM_SIZE, i);
        uint32_t least = a->program->sets[i].at_least;
        if (!code_mentions_size(&a->code, i))
            continue;
        for (uint32_t k = 0; k <= least && k < FEW; k++) {
            term n = term_int(&a->terms, k);
            know(a, &facts, TERM_LE, n, size, true);
            know(a, &facts, TERM_LT, size, n, false);
            if (k == least)
                continue;
            know(a, &facts, TERM_LT, n, size, true);
            know(a, &facts, TERM_LE, size, n, false);
            know(a, &facts, TERM_EQ, n, size, false);
        }
    }
    return facts;
}

static void auditor_init(auditor *a, const icet_program *program, audit_report *report)
{
    *a = (auditor){.program = program, .report = report};
    arena_init(&a->memory);
    term_init(&a->terms);
    code_init(&a->code, &a->memory, program);
    a->picks = ARENA_ARRAY(&a->memory, icet_type, program->process_count + 1);
    for (uint32_t i = 0; i < program->process_count; i++)
        a->picks[i] = (icet_type){.kind = ICET_PID};
    size_t flags = program->message_count + 1;
    a->among = ARENA_ARRAY(&a->memory, bool, flags);
    a->alone = ARENA_ARRAY(&a->memory, bool, flags);
}

static void auditor_fini(auditor *a)
{
    vec_free(&a->names);
    vec_free(&a->own);
    term_fini(&a->terms);
    arena_fini(&a->memory);
}

bool audit_derivation(const icet_program *program, const sequential_result *result,
                      audit_report *report)
{
    auditor a;
    audit_state_list ends = {0};
    *report = (audit_report){.pos = SRC_NONE};
    auditor_init(&a, program, report);
    audit_state *s = audit_state_begin(&a);
    s->facts = known_sizes(&a);
    bool good = result->kind == SEQUENTIAL_HOLDS ||
                audit_refuse(&a, "the result is not a proof");
    good = good && audit_replay(&a, s, result->derivation, &ends);
    for (size_t i = 0; good && i < ends.len; i++)
        good = is_complete(&a, ends.data[i]);
    good = good && is_sent_alone(&a);
    report->accepted = good;
    vec_free(&ends);
    auditor_fini(&a);
    return good;
}
