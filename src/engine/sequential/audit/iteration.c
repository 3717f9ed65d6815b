/* The rules `for` and `each`: one iteration that stands for all.
 *
 * The iteration is replayed twice.  The first replay, without checks, only surveys its
 * effect: how it changes a copy of the loop's set, which messages it leaves, and which
 * it takes from heaps.  The second starts in the state that any iteration may begin
 * with, in which earlier iterations have had this effect some number of times.  Now
 * every step is checked, and that the effect is the same.  So the state is a loop
 * invariant, whatever the survey found: a wrong survey can only make the check fail.
 */
#include "engine/sequential/audit/iteration.h"

static void loop_fini(audit_iteration *l)
{
    vec_each (i, &l->summaries)
        audit_summary_fini(i);
    vec_free(&l->summaries);
    audit_summary_fini(&l->done);
    vec_free(&l->left);
    vec_free(&l->taken);
}

/* ---- may it begin? ---- */

static bool can_begin_for(audit_iteration *l, const audit_state *s)
{
    const derivation *d = l->d;
    for (uint32_t i = 0; i < d->unit_count; i++) {
        const audit_unit *x = audit_state_unit(s, d->units[i]);
        if (!x || !x->at || x->at->kind != ICET_FOR || x->returned ||
            audit_unit_is_many(x))
            return audit_refuse(l->a, "a unit of the loop does not stand at a loop");
        for (uint32_t k = 0; k < i; k++)
            if (d->units[k] == d->units[i])
                return audit_refuse(l->a, "a unit takes part in the loop twice");
        if (i > 0 && x->at->set != l->set)
            return audit_refuse(l->a, "the loops are not over the same set");
        l->set = x->at->set;
    }
    if (d->unit_count == 0)
        return audit_refuse(l->a, "no unit takes part in the loop");
    l->process = l->a->program->sets[l->set].process;
    return true;
}

static bool can_begin_each(audit_iteration *l, const audit_state *s)
{
    const derivation *d = l->d;
    const audit_unit *all = audit_state_unit(s, d->other);
    if (l->a->frame)
        return audit_refuse(l->a, "an 'each' is inside another loop");
    if (!all || all->kind != AUDIT_ALL || !d->changes || !d->then ||
        d->then->rule != RULE_PICK || d->then->other != d->other)
        return audit_refuse(l->a, "an 'each' does not begin with a copy of the set");
    l->process = all->process;
    l->set = l->a->program->processes[l->process].set;
    return true;
}

static bool can_split(audit_iteration *l, const audit_state *s)
{
    if (!l->d->changes)
        return true;
    if (l->process == ICET_NONE || s->units[l->process].kind != AUDIT_ALL ||
        audit_state_copies(s, l->process) > 0)
        return audit_refuse(l->a,
                            "the copies are not all in one state when the loop begins");
    return true;
}

static bool forget(audit_iteration *l)
{
    for (uint32_t i = 0; i < l->d->forgotten_count; i++) {
        const derivation_slot *f = &l->d->forgotten[i];
        audit_unit *x = audit_state_unit(l->base, f->unit);
        if (!x || f->var >= audit_var_count(l->a, x))
            return audit_refuse(l->a, "there is no such variable to forget");
        x->store[f->var] = audit_any_value(
            l->a, x, l->a->program->processes[x->process].vars[f->var].type);
    }
    return true;
}

/* ---- an iteration ---- */

static void begin_for(audit_iteration *l, audit_state *s, const audit_loop_frame *t)
{
    assert(l->d->rule == RULE_FOR);
    static const icet_type integer = {.kind = ICET_INT};
    auditor *a = l->a;
    audit_name each = {.process = l->process, .frame = t->id};
    term element = l->process == ICET_NONE
                       ? term_unknown(&a->terms, &integer)
                       : term_leaf(&a->terms, TERM_NAME, audit_new_name(a, each));
    s->facts = audit_know_element(a, s->facts, l->set, element);
    for (uint32_t i = 0; i < l->d->unit_count; i++) {
        audit_unit *x = &s->units[l->d->units[i]];
        x->store[x->at->var] = element;
        audit_unit_enter(a, x, x->at->then);
    }
}

static bool iterate(audit_iteration *l, const audit_state *start, bool dry,
                    audit_loop_frame *t, audit_state_list *ends)
{
    auditor *a = l->a;
    bool was_dry = a->dry;
    *t = (audit_loop_frame){.id = ++a->frame_count,
                            .set = l->set,
                            .process = l->process,
                            .split = l->d->changes,
                            .outer = a->frame};
    assert(t->outer == a->frame);
    a->frame = t;
    a->dry = dry;
    audit_state *s = audit_state_copy(a, start);
    a->opens = l->d->rule == RULE_EACH;
    if (!a->opens)
        begin_for(l, s, t);
    bool good = audit_replay(a, s, l->d->then, ends);
    a->frame = t->outer;
    a->dry = was_dry;
    a->step = l->d;
    if (good && t->by_name && t->by_pick && l->d->changes)
        return audit_refuse(
            a, "the loop changes both copies that it names and copies that it picks");
    return good;
}

/* Finds the one copy that has not folded; ICET_NONE: all have. */
static bool find_changed(audit_iteration *l, const audit_state *end, uint32_t *changed)
{
    uint32_t known = l->base->count + (l->d->changes ? 1 : 0);
    *changed = ICET_NONE;
    for (uint32_t i = known; i < end->count; i++) {
        const audit_unit *x = audit_state_unit(end, i);
        if (!x)
            continue;
        if (*changed != ICET_NONE || x->process != l->process || !l->d->changes)
            return audit_refuse(l->a, "an iteration changes more than one copy");
        if (x->returned || x->pinned != ICET_NONE)
            return audit_refuse(
                l->a, "the changed copy is at a loop or waits for one sender");
        *changed = i;
    }
    if (l->d->changes && *changed == ICET_NONE)
        return audit_refuse(l->a, "an iteration does not change a copy");
    return true;
}

static bool is_taken_now(const audit_channel *before, const audit_channel *after)
{
    return before && before->count > 0 && after->count > 0 &&
           before->items[0].many != ICET_NONE && !before->items[0].taken &&
           after->items[0].taken;
}

/* Adds the effect of this end on the channels. */
static bool note_channels(audit_iteration *l, const audit_state *end, uint32_t changed)
{
    for (uint32_t i = 0; i < end->channel_count; i++) {
        const audit_channel *x = &end->channels[i];
        const audit_channel *before =
            audit_state_find_channel(l->base, x->from, x->to, x->message, x->some);
        uint32_t count = before ? before->count : 0;
        if (x->from == changed || x->to == changed)
            continue;
        audit_effect t = {x->from, x->to, x->message, x->some, TERM_NONE};
        if (is_taken_now(before, x) && !audit_find_effect(&l->taken, x))
            vec_push(&l->taken, t);
        if (x->count <= count)
            continue;
        t.value = x->items[x->count - 1].value;
        audit_effect *known = audit_find_effect(&l->left, x);
        if (!known)
            vec_push(&l->left, t);
        else if (known->value != t.value)
            known->value =
                term_unknown(&l->a->terms, l->a->program->messages[x->message].payload);
    }
    return true;
}

static bool survey(audit_iteration *l)
{
    auditor *a = l->a;
    audit_state *start = audit_state_copy(a, l->base);
    if (l->d->changes) {
        start->units[l->process].kind = AUDIT_REST;
        audit_state_add_unit(a, start,
                             &(audit_unit){.here = false}); /* no copy is DONE yet */
    }
    audit_state_list ends = {0};
    audit_loop_frame t;
    bool good = iterate(l, start, true, &t, &ends);
    for (size_t i = 0; good && i < ends.len; i++) {
        uint32_t changed;
        good = find_changed(l, ends.data[i], &changed) &&
               note_channels(l, ends.data[i], changed);
        if (good && changed != ICET_NONE) {
            audit_summary now;
            uint32_t name = ends.data[i]->units[changed].name;
            l->copy = i == 0 || l->copy == name ? name : ICET_NONE;
            audit_summary_make(&l->general, ends.data[i], changed, &now);
            vec_push(&l->summaries, now);
        }
    }
    vec_free(&ends);
    if (good && l->d->changes)
        good = audit_summary_join(a, l->summaries.data, l->summaries.len, &l->done) ||
               audit_refuse(a, "iterations do not all change a copy in the same way");
    return good;
}

/* ---- any iteration ---- */

static audit_state *any_start(audit_iteration *l)
{
    auditor *a = l->a;
    audit_state *start = audit_state_copy(a, l->base);
    if (l->d->changes) {
        start->units[l->process].kind = AUDIT_REST;
        audit_state_add_unit(a, start, &l->done.unit);
        vec_each (x, &l->done.channels) {
            audit_channel *own =
                audit_state_open_channel(a, start, x->from, x->to, x->message, false);
            for (uint32_t i = 0; i < x->count; i++)
                audit_channel_push(a, own, x->items[i]);
        }
    }
    vec_each (t, &l->left)
        audit_channel_push(
            a, audit_state_open_channel(a, start, t->from, t->to, t->message, t->some),
            (audit_item){.value = t->value,
                         .many = l->set,
                         .names = l->general.names,
                         .unknowns = l->general.unknowns,
                         .copy = ICET_NONE,
                         .partial = true});
    return start;
}

/* On this branch the copy did not need the server, whose next message is that of
 * another copy, or none. */
static bool unpin(audit_iteration *l, audit_state *end, uint32_t changed)
{
    audit_unit *server =
        audit_state_unit(end, l->d->then ? l->d->then->unit : ICET_NONE);
    if (l->d->rule == RULE_EACH && server && server->pinned == changed)
        server->pinned = ICET_NONE;
    return true;
}

static bool check(audit_iteration *l)
{
    auditor *a = l->a;
    audit_state *start = any_start(l);
    audit_state_list ends = {0};
    audit_loop_frame t;
    bool good = iterate(l, start, false, &t, &ends);
    for (size_t i = 0; good && i < ends.len; i++) {
        uint32_t changed;
        good = find_changed(l, ends.data[i], &changed) &&
               unpin(l, ends.data[i], changed) &&
               audit_judge_end(l, start, ends.data[i], changed);
        if (!good || !l->d->changes)
            continue;
        audit_summary now;
        audit_summary_make(&l->general, ends.data[i], changed, &now);
        good = (i < l->summaries.len &&
                audit_summary_is_like(a, &l->summaries.data[i], &now)) ||
               audit_refuse(
                   a, "an iteration changes a copy in another way than the survey");
        audit_summary_fini(&now);
    }
    vec_free(&ends);
    return good;
}

/* ---- after the last iteration ---- */

static void all_done(audit_iteration *l, audit_state *s)
{
    auditor *a = l->a;
    uint32_t all = l->process, done = l->base->count;
    audit_state_drop_channels(s, all);
    s->units[all] = l->done.unit;
    s->units[all].kind = AUDIT_ALL;
    vec_each (x, &l->done.channels) {
        audit_channel *own =
            audit_state_open_channel(a, s, x->from == done ? all : x->from,
                                     x->to == done ? all : x->to, x->message, false);
        for (uint32_t i = 0; i < x->count; i++)
            audit_channel_push(a, own, x->items[i]);
    }
}

/* A counter after the loop: its value before, plus least to most for each element. */
static void count_up(audit_iteration *l, audit_state *s, const audit_state *before,
                     const derivation_slot *f)
{
    term_store *t = &l->a->terms;
    audit_unit *x = &s->units[f->unit];
    term was = before->units[f->unit].store[f->var];
    if (!f->counts || was == TERM_NONE || audit_unit_is_many(x) ||
        audit_find_slot(l->d, f->unit, f->var) != f)
        return;
    term size = term_leaf(t, TERM_SIZE, l->set);
    x->store[f->var] =
        term_counted(&l->a->memory, t, &s->facts, was, size, f->least, f->most);
}

static void finish(audit_iteration *l, audit_state *s)
{
    assert(l->set < l->a->program->set_count);
    auditor *a = l->a;
    audit_state *after = audit_state_copy(a, l->base);
    for (uint32_t i = 0; i < l->d->forgotten_count; i++)
        count_up(l, after, s, &l->d->forgotten[i]);
    vec_each (t, &l->taken)
        audit_channel_pull(
            audit_state_find_channel(after, t->from, t->to, t->message, t->some));
    if (l->d->changes)
        all_done(l, after);
    vec_each (t, &l->left)
        audit_channel_push(
            a, audit_state_open_channel(a, after, t->from, t->to, t->message, t->some),
            (audit_item){.value = t->value,
                         .many = l->set,
                         .names = l->general.names,
                         .unknowns = l->general.unknowns,
                         .heap = ++a->heaps,
                         .copy = l->copy});
    for (uint32_t i = 0; l->d->rule == RULE_FOR && i < l->d->unit_count; i++)
        audit_unit_pass(a, &after->units[l->d->units[i]],
                        after->units[l->d->units[i]].at);
    *s = *after;
}

bool audit_loop(auditor *a, audit_state *s, const derivation *d)
{
    assert(d->rule == RULE_FOR || d->rule == RULE_EACH);
    audit_iteration l = {
        .a = a, .d = d, .set = ICET_NONE, .process = ICET_NONE, .copy = ICET_NONE};
    bool good = d->rule == RULE_FOR ? can_begin_for(&l, s) : can_begin_each(&l, s);
    l.base = audit_state_copy(a, s);
    l.general =
        (audit_generalizer){a, (uint32_t)a->names.len, a->terms.unknowns, s->count};
    good =
        good && can_split(&l, s) && forget(&l) && survey(&l) && (a->dry || check(&l));
    if (good) {
        finish(&l, s);
        audit_state_check(a, s);
    }
    loop_fini(&l);
    return good;
}
