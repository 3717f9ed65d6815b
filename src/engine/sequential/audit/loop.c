/* One iteration that stands for all.
 *
 * It is replayed twice.  First only to see what it does: what it makes of a copy of the
 * loop's set, which messages it leaves and which it takes from heaps.  Then from a
 * state that any iteration may begin with, where the earlier ones have done this some
 * number of times; now every step is checked, and that it does the same.
 */
#include "engine/sequential/audit/loop.h"

static void loop_fini(loop *l)
{
    vec_each (i, &l->images)
        image_fini(i);
    vec_free(&l->images);
    image_fini(&l->done);
    vec_free(&l->left);
    vec_free(&l->taken);
}

/* ---- may it begin? ---- */

static bool can_begin_for(loop *l, const scene *s)
{
    const derivation *d = l->d;
    for (uint32_t i = 0; i < d->unit_count; i++) {
        const actor *x = scene_actor(s, d->units[i]);
        if (!x || !x->at || x->at->kind != ICET_FOR || x->returned || is_many(x))
            return refuse(l->a, "somebody does not stand at a loop");
        for (uint32_t k = 0; k < i; k++)
            if (d->units[k] == d->units[i])
                return refuse(l->a, "somebody takes part twice");
        if (i > 0 && x->at->set != l->set)
            return refuse(l->a, "the loops are not over the same set");
        l->set = x->at->set;
    }
    if (d->unit_count == 0)
        return refuse(l->a, "nobody takes part");
    l->process = l->a->program->sets[l->set].process;
    return true;
}

static bool can_begin_each(loop *l, const scene *s)
{
    const derivation *d = l->d;
    const actor *all = scene_actor(s, d->other);
    if (l->a->turn)
        return refuse(l->a, "a loop is being run already");
    if (!all || all->kind != ACTOR_ALL || !d->changes || !d->then ||
        d->then->rule != RULE_PICK || d->then->other != d->other)
        return refuse(l->a, "it does not begin with one of all copies");
    l->process = all->process;
    l->set = l->a->program->processes[l->process].set;
    return true;
}

static bool can_split(loop *l, const scene *s)
{
    if (!l->d->changes)
        return true;
    if (l->process == ICET_NONE || s->actors[l->process].kind != ACTOR_ALL ||
        scene_copies(s, l->process) > 0)
        return refuse(l->a, "not all copies are alike when the loop begins");
    return true;
}

static bool forget(loop *l)
{
    for (uint32_t i = 0; i < l->d->forgotten_count; i++) {
        const derivation_slot *f = &l->d->forgotten[i];
        actor *x = scene_actor(l->base, f->unit);
        if (!x || f->var >= var_count(l->a, x))
            return refuse(l->a, "there is no such variable to forget");
        x->store[f->var] =
            any_value(l->a, x, l->a->program->processes[x->process].vars[f->var].type);
    }
    return true;
}

/* ---- an iteration ---- */

static void begin_for(loop *l, scene *s, const turn *t)
{
    static const icet_type integer = {.kind = ICET_INT};
    auditor *a = l->a;
    name_of each = {.process = l->process, .turn = t->id};
    term element = l->process == ICET_NONE
                       ? term_unknown(&a->terms, &integer)
                       : term_leaf(&a->terms, TERM_NAME, new_name(a, each));
    s->facts = know_element(a, s->facts, l->set, element);
    for (uint32_t i = 0; i < l->d->unit_count; i++) {
        actor *x = &s->actors[l->d->units[i]];
        x->store[x->at->var] = element;
        actor_enter(a, x, x->at->then);
    }
}

static bool iterate(loop *l, const scene *start, bool dry, turn *t, scene_list *ends)
{
    auditor *a = l->a;
    bool was_dry = a->dry;
    *t = (turn){.id = ++a->turns,
                .set = l->set,
                .process = l->process,
                .split = l->d->changes,
                .outer = a->turn};
    a->turn = t;
    a->dry = dry;
    scene *s = scene_copy(a, start);
    a->opens = l->d->rule == RULE_EACH;
    if (!a->opens)
        begin_for(l, s, t);
    bool good = audit_replay(a, s, l->d->then, ends);
    a->turn = t->outer;
    a->dry = was_dry;
    a->step = l->d;
    if (good && t->by_name && t->by_pick && l->d->changes)
        return refuse(a, "copies are both named by the loop and picked");
    return good;
}

/* The one copy that has not joined the others again; ICET_NONE: all have. */
static bool find_changed(loop *l, const scene *end, uint32_t *changed)
{
    uint32_t known = l->base->count + (l->d->changes ? 1 : 0);
    *changed = ICET_NONE;
    for (uint32_t i = known; i < end->count; i++) {
        const actor *x = scene_actor(end, i);
        if (!x)
            continue;
        if (*changed != ICET_NONE || x->process != l->process || !l->d->changes)
            return refuse(l->a, "an iteration has to do with more than one copy");
        if (x->returned || x->pinned != ICET_NONE)
            return refuse(l->a, "a copy is in the middle of something");
        *changed = i;
    }
    if (l->d->changes && *changed == ICET_NONE)
        return refuse(l->a, "an iteration does not change a copy");
    return true;
}

static bool is_taken_now(const line *before, const line *after)
{
    return before && before->count > 0 && after->count > 0 &&
           before->letters[0].many != ICET_NONE && !before->letters[0].taken &&
           after->letters[0].taken;
}

/* What does this end do with lines? */
static bool note_lines(loop *l, const scene *end, uint32_t changed)
{
    for (uint32_t i = 0; i < end->line_count; i++) {
        const line *x = &end->lines[i];
        const line *before = scene_line(l->base, x->from, x->to, x->message, x->some);
        uint32_t count = before ? before->count : 0;
        if (x->from == changed || x->to == changed)
            continue;
        trace t = {x->from, x->to, x->message, x->some, TERM_NONE};
        if (is_taken_now(before, x) && !find_trace(&l->taken, x))
            vec_push(&l->taken, t);
        if (x->count <= count)
            continue;
        t.value = x->letters[x->count - 1].value;
        trace *known = find_trace(&l->left, x);
        if (!known)
            vec_push(&l->left, t);
        else if (known->value != t.value)
            known->value =
                term_unknown(&l->a->terms, l->a->program->messages[x->message].payload);
    }
    return true;
}

static bool survey(loop *l)
{
    auditor *a = l->a;
    scene *start = scene_copy(a, l->base);
    if (l->d->changes) {
        start->actors[l->process].kind = ACTOR_REST;
        scene_add(a, start, &(actor){.here = false}); /* nobody is DONE yet */
    }
    scene_list ends = {0};
    turn t;
    bool good = iterate(l, start, true, &t, &ends);
    for (size_t i = 0; good && i < ends.len; i++) {
        uint32_t changed;
        good = find_changed(l, ends.data[i], &changed) &&
               note_lines(l, ends.data[i], changed);
        if (good && changed != ICET_NONE) {
            image now;
            uint32_t name = ends.data[i]->actors[changed].name;
            l->copy = i == 0 || l->copy == name ? name : ICET_NONE;
            image_of(&l->new, ends.data[i], changed, &now);
            vec_push(&l->images, now);
        }
    }
    vec_free(&ends);
    if (good && l->d->changes)
        good = image_join(a, l->images.data, l->images.len, &l->done) ||
               refuse(a, "iterations do not all do the same with a copy");
    return good;
}

/* ---- any iteration ---- */

static scene *any_start(loop *l)
{
    auditor *a = l->a;
    scene *start = scene_copy(a, l->base);
    if (l->d->changes) {
        start->actors[l->process].kind = ACTOR_REST;
        scene_add(a, start, &l->done.actor);
        vec_each (x, &l->done.lines) {
            line *own = scene_open(a, start, x->from, x->to, x->message, false);
            for (uint32_t i = 0; i < x->count; i++)
                line_push(a, own, x->letters[i]);
        }
    }
    vec_each (t, &l->left)
        line_push(a, scene_open(a, start, t->from, t->to, t->message, t->some),
                  (letter){.value = t->value,
                           .many = l->set,
                           .names = l->new.names,
                           .unknowns = l->new.unknowns,
                           .copy = ICET_NONE,
                           .partial = true});
    return start;
}

/* The copy has done without the server, which would have got a message of another one
 * next, or of none. */
static bool unpin(loop *l, scene *end, uint32_t changed)
{
    actor *server = scene_actor(end, l->d->then ? l->d->then->unit : ICET_NONE);
    if (l->d->rule == RULE_EACH && server && server->pinned == changed)
        server->pinned = ICET_NONE;
    return true;
}

static bool check(loop *l)
{
    auditor *a = l->a;
    scene *start = any_start(l);
    scene_list ends = {0};
    turn t;
    bool good = iterate(l, start, false, &t, &ends);
    for (size_t i = 0; good && i < ends.len; i++) {
        uint32_t changed;
        good = find_changed(l, ends.data[i], &changed) &&
               unpin(l, ends.data[i], changed) &&
               judge_end(l, start, ends.data[i], changed);
        if (!good || !l->d->changes)
            continue;
        image now;
        image_of(&l->new, ends.data[i], changed, &now);
        good = (i < l->images.len && image_is_like(a, &l->images.data[i], &now)) ||
               refuse(a, "an iteration makes something else of a copy");
        image_fini(&now);
    }
    vec_free(&ends);
    return good;
}

/* ---- after the last one ---- */

static void all_done(loop *l, scene *s)
{
    auditor *a = l->a;
    uint32_t all = l->process, done = l->base->count;
    scene_drop_lines(s, all);
    s->actors[all] = l->done.actor;
    s->actors[all].kind = ACTOR_ALL;
    vec_each (x, &l->done.lines) {
        line *own = scene_open(a, s, x->from == done ? all : x->from,
                               x->to == done ? all : x->to, x->message, false);
        for (uint32_t i = 0; i < x->count; i++)
            line_push(a, own, x->letters[i]);
    }
}

/* What it was before the loop, and so much for each element. */
static void count_up(loop *l, scene *s, const scene *before, const derivation_slot *f)
{
    term_store *t = &l->a->terms;
    actor *x = &s->actors[f->unit];
    term was = before->actors[f->unit].store[f->var];
    if (!f->counts || was == TERM_NONE || is_many(x) ||
        find_slot(l->d, f->unit, f->var) != f)
        return;
    term size = term_leaf(t, TERM_SIZE, l->set);
    x->store[f->var] =
        term_counted(&l->a->memory, t, &s->facts, was, size, f->least, f->most);
}

static void finish(loop *l, scene *s)
{
    auditor *a = l->a;
    scene *after = scene_copy(a, l->base);
    for (uint32_t i = 0; i < l->d->forgotten_count; i++)
        count_up(l, after, s, &l->d->forgotten[i]);
    vec_each (t, &l->taken)
        line_pull(scene_line(after, t->from, t->to, t->message, t->some));
    if (l->d->changes)
        all_done(l, after);
    vec_each (t, &l->left)
        line_push(a, scene_open(a, after, t->from, t->to, t->message, t->some),
                  (letter){.value = t->value,
                           .many = l->set,
                           .names = l->new.names,
                           .unknowns = l->new.unknowns,
                           .heap = ++a->heaps,
                           .copy = l->copy});
    for (uint32_t i = 0; l->d->rule == RULE_FOR && i < l->d->unit_count; i++)
        actor_go(a, &after->actors[l->d->units[i]], after->actors[l->d->units[i]].at);
    *s = *after;
}

bool audit_loop(auditor *a, scene *s, const derivation *d)
{
    loop l = {
        .a = a, .d = d, .set = ICET_NONE, .process = ICET_NONE, .copy = ICET_NONE};
    bool good = d->rule == RULE_FOR ? can_begin_for(&l, s) : can_begin_each(&l, s);
    l.base = scene_copy(a, s);
    l.new = (imaging){a, (uint32_t)a->names.len, a->terms.unknowns, s->count};
    good =
        good && can_split(&l, s) && forget(&l) && survey(&l) && (a->dry || check(&l));
    if (good)
        finish(&l, s);
    loop_fini(&l);
    return good;
}
