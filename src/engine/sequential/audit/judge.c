/* Is the end of an iteration like its beginning? */
#include "engine/sequential/audit/loop.h"

trace *find_trace(const trace_list *list, const line *l)
{
    vec_each (t, list)
        if (t->from == l->from && t->to == l->to && t->message == l->message &&
            t->some == l->some)
            return t;
    return NULL;
}

/* ---- actors ---- */

static bool takes_part(const derivation *d, uint32_t index)
{
    for (uint32_t i = 0; i < d->unit_count; i++)
        if (d->units[i] == index)
            return true;
    return false;
}

const derivation_slot *find_slot(const derivation *d, uint32_t index, uint32_t var)
{
    for (uint32_t i = 0; i < d->forgotten_count; i++)
        if (d->forgotten[i].unit == index && d->forgotten[i].var == var)
            return &d->forgotten[i];
    return NULL;
}

/* Is AFTER what it was, and what the slot says? */
static bool adds(const auditor *a, term before, term after, const derivation_slot *f)
{
    int64_t least, most;
    return term_growth(&a->terms, before, after, &least, &most) && f->least <= least &&
           most <= f->most;
}

static bool same_store(loop *l, const actor *before, const actor *after, uint32_t index)
{
    for (uint32_t i = 0; i < var_count(l->a, before); i++) {
        const derivation_slot *f = find_slot(l->d, index, i);
        term x = before->store[i], y = after->store[i];
        if (!is_live(l->a, before, i) && !(f && f->counts))
            continue;
        if (!f && x != y)
            return refuse(l->a, "variable %s of %s is not as before the iteration",
                          l->a->program->processes[before->process].vars[i].name,
                          l->a->program->processes[before->process].name);
        if (f && f->counts && !adds(l->a, x, y, f))
            return refuse(l->a, "a variable does not count iterations");
    }
    return true;
}

static bool same_actors(loop *l, const scene *start, const scene *end)
{
    for (uint32_t i = 0; i < start->count; i++) {
        const actor *x = scene_actor(start, i), *y = scene_actor(end, i);
        if (!x && !y)
            continue;
        bool returns = l->d->rule == RULE_FOR && takes_part(l->d, i);
        if (!x || !y || x->at != y->at || x->pinned != y->pinned ||
            y->returned != (returns || x->returned))
            return refuse(l->a, "actor %u is not where it was before the iteration", i);
        if (!same_store(l, x, y, i))
            return false;
    }
    return true;
}

/* ---- lines ---- */

static bool same_letter(const letter *x, const letter *y)
{
    return x->value == y->value && x->many == y->many && x->partial == y->partial &&
           x->taken == y->taken;
}

/* Is one more message there, as there may be? */
static bool leaves_one(loop *l, const scene *end, const line *x, uint32_t count)
{
    const letter *last = &x->letters[count];
    if (x->count != count + 1 || last->many != ICET_NONE)
        return refuse(l->a, "an iteration leaves more than one message in a channel");
    if (end->actors[x->to].kind != ACTOR_ONE ||
        is_many(&end->actors[x->from]) != x->some || (x->some && count != 1))
        return refuse(l->a, "an iteration leaves a message that cannot be one of many");
    return true;
}

static bool same_line(loop *l, const scene *start, const scene *end, const line *x)
{
    const line *before = scene_line(start, x->from, x->to, x->message, x->some);
    uint32_t count = before ? before->count : 0;
    if (x->count < count)
        return refuse(l->a, "an iteration takes a message that was there before");
    for (uint32_t i = 0; i < count; i++) {
        letter was = before->letters[i];
        if (i == 0 && find_trace(&l->taken, x)) {
            if (was.taken || was.partial || was.many != l->set)
                return refuse(l->a, "an iteration takes from a heap of another loop");
            was.taken = true;
        }
        if (!same_letter(&was, &x->letters[i]))
            return refuse(l->a, "messages are not those that were there before");
    }
    if (find_trace(&l->left, x))
        return leaves_one(l, end, x, count);
    return x->count == count || refuse(l->a, "an iteration leaves another message");
}

static bool same_lines(loop *l, const scene *start, const scene *end, uint32_t changed)
{
    for (uint32_t i = 0; i < end->line_count; i++) {
        const line *x = &end->lines[i];
        if (x->from != changed && x->to != changed && !same_line(l, start, end, x))
            return false;
    }
    for (uint32_t i = 0; i < start->line_count; i++) {
        const line *x = &start->lines[i];
        if (x->count > 0 && !scene_line(end, x->from, x->to, x->message, x->some))
            return refuse(l->a, "a message that was there before is gone");
    }
    vec_each (t, &l->left)
        if (!scene_line(end, t->from, t->to, t->message, t->some))
            return refuse(l->a, "not all iterations leave the same messages");
    return true;
}

bool judge_end(loop *l, const scene *start, const scene *end, uint32_t changed)
{
    return same_actors(l, start, end) && same_lines(l, start, end, changed);
}
