/* An if that is not decided: both ways, and where they meet. */
#include "engine/sequential/audit/inside.h"

typedef struct meeting {
    auditor *a;
    scene *yes;
    const scene *no;
    term condition;
} meeting;

/* Values that differ depend on the condition. */
static bool meet_value(meeting *m, term *x, term y)
{
    if (*x == y)
        return true;
    if (*x == TERM_NONE || y == TERM_NONE)
        return false;
    *x = term_ite(&m->a->terms, m->condition, *x, y);
    return true;
}

static bool meet_actor(meeting *m, uint32_t index)
{
    actor *x = scene_actor(m->yes, index);
    const actor *y = scene_actor(m->no, index);
    if (!x || !y)
        return !x && !y;
    if (x->process != y->process || x->kind != y->kind || x->name != y->name ||
        x->at != y->at || x->returned != y->returned || x->pinned != y->pinned)
        return false;
    for (uint32_t i = 0; i < var_count(m->a, x); i++)
        if (is_live(m->a, x, i) && !meet_value(m, &x->store[i], y->store[i]))
            return false;
    return true;
}

static bool meet_line(meeting *m, line *x, const line *y)
{
    if (x->count != (y ? y->count : 0))
        return false;
    for (uint32_t i = 0; i < x->count; i++) {
        letter *u = &x->letters[i];
        const letter *v = &y->letters[i];
        if (u->many != v->many || u->taken != v->taken || u->partial != v->partial)
            return false;
        bool heap = u->many != ICET_NONE;
        if (heap && (u->names != v->names || u->unknowns != v->unknowns ||
                     u->value != v->value))
            return false;
        if (!heap && !meet_value(m, &u->value, v->value))
            return false;
    }
    return true;
}

static bool meet_lines(meeting *m)
{
    for (uint32_t i = 0; i < m->yes->line_count; i++) {
        line *x = &m->yes->lines[i];
        if (!meet_line(m, x, scene_line(m->no, x->from, x->to, x->message, x->some)))
            return false;
    }
    for (uint32_t i = 0; i < m->no->line_count; i++) {
        const line *y = &m->no->lines[i];
        if (y->count > 0 && !scene_line(m->yes, y->from, y->to, y->message, y->some))
            return false;
    }
    return true;
}

static bool meet(auditor *a, scene *s, scene *yes, const scene *no, term condition)
{
    meeting m = {a, yes, no, condition};
    uint32_t count = yes->count > no->count ? yes->count : no->count;
    for (uint32_t i = 0; i < count; i++)
        if (!meet_actor(&m, i))
            return refuse(a, "the two ways do not meet: actor %u differs", i);
    if (!meet_lines(&m))
        return refuse(a, "the two ways do not meet: other messages are left");
    const fact *facts = s->facts;
    *s = *yes;
    s->facts = facts;
    return true;
}

static bool replay_way(auditor *a, const scene *s, const derivation *d, term condition,
                       bool yes, scene_list *ends)
{
    scene *way = scene_copy(a, s);
    way->facts = fact_add(&a->memory, &a->terms, s->facts, condition, yes);
    actor_enter(a, &way->actors[d->unit], yes ? d->stmt->then : d->stmt->otherwise);
    return audit_replay(a, way, yes ? d->then : d->otherwise, ends);
}

bool audit_branch(auditor *a, scene *s, const derivation *d, scene_list *ends)
{
    static const icet_type truth = {.kind = ICET_BOOL};
    const actor *x = scene_actor(s, d->unit);
    if (!x || is_many(x) || !x->at || x->at != d->stmt || x->at->kind != ICET_IF)
        return refuse(a, "it is not at that if");
    term c = x->at->value ? value_now(a, s, x, x->at->value) : any_value(a, x, &truth);
    scene_list yes = {0}, no = {0};
    bool good =
        replay_way(a, s, d, c, true, &yes) && replay_way(a, s, d, c, false, &no);
    a->step = d;
    if (good && d->joined) {
        good = yes.len == 1 && no.len == 1
                   ? meet(a, s, yes.data[0], no.data[0], c)
                   : refuse(a, "more than two ways cannot meet");
    } else if (good) {
        vec_each (end, &yes)
            vec_push(ends, *end);
        vec_each (end, &no)
            vec_push(ends, *end);
        good = !d->next || refuse(a, "what comes after ways that do not meet?");
    }
    vec_free(&yes);
    vec_free(&no);
    return good;
}
