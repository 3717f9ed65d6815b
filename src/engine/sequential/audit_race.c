/* What can a receive from several get?
 *
 * Messages that are there, and those that somebody may send who may move while it
 * waits.
 *
 * A receive of all copies at once is that of each, and the others of them may move,
 * too. But if, in the whole derivation, no copy sends that message to another copy of
 * its set, none ever does: in a run in which one did, the first to do so would have got
 * there as the derivation says, which would have it send.  So this is asked at the end.
 */
#include "engine/sequential/audit_inside.h"

#include <string.h>

typedef struct race {
    auditor *a;
    const scene *s;
    uint32_t index; /* who waits */
    bool *moves;
} race;

static bool takes_from(const auditor *a, const icet_stmt *receive, const actor *sender)
{
    return receive->from != ICET_FROM_SET ||
           a->program->processes[sender->process].set == receive->set;
}

/* ---- who may move ---- */

static bool has_letter(const race *r, uint32_t index)
{
    const icet_stmt *receive = r->s->actors[index].at;
    for (uint32_t i = 0; i < r->s->line_count; i++) {
        const line *l = &r->s->lines[i];
        if (l->count > 0 && l->to == index && l->message == receive->message &&
            takes_from(r->a, receive, &r->s->actors[l->from]))
            return true;
    }
    return false;
}

static bool may_start(const race *r, uint32_t index)
{
    const actor *x = &r->s->actors[index];
    if (!x->here || !x->at || (index == r->index && !is_many(x)))
        return false;
    return x->at->kind != ICET_RECEIVE || has_letter(r, index);
}

/* The one that its receive waits for; ICET_NONE: that cannot be told. */
static uint32_t partner_of(const race *r, const actor *x)
{
    if (x->pinned != ICET_NONE || x->at->from != ICET_FROM_PROCESS)
        return x->pinned;
    term to = value_now(r->a, r->s, x, x->at->to);
    const term_node *n = term_at(&r->a->terms, to);
    if (n->kind == TERM_UNIT_PID)
        return (uint32_t)n->number;
    return n->kind == TERM_NAME ? scene_named(r->s, (uint32_t)n->number) : ICET_NONE;
}

static bool may_be_sent(const race *r, const actor *from, const actor *to)
{
    return takes_from(r->a, to->at, from) &&
           code_may_send(&r->a->code, from->process, from->at, to->at->message,
                         to->process);
}

static bool may_be_woken(const race *r, uint32_t index)
{
    const actor *x = &r->s->actors[index];
    if (!x->here || !x->at || x->at->kind != ICET_RECEIVE ||
        (index == r->index && !is_many(x)))
        return false;
    uint32_t partner = partner_of(r, x);
    for (uint32_t i = 0; i < r->s->count; i++)
        if (r->moves[i] && (partner == ICET_NONE || partner == i) &&
            may_be_sent(r, &r->s->actors[i], x))
            return true;
    return false;
}

static void find_movers(race *r)
{
    for (uint32_t i = 0; i < r->s->count; i++)
        r->moves[i] = may_start(r, i);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < r->s->count; i++)
            if (!r->moves[i] && may_be_woken(r, i))
                r->moves[i] = more = true;
    }
}

/* ---- who knows whom ---- */

static bool has_pid(const icet_type *type)
{
    bool found = type->kind == ICET_PID;
    for (uint32_t i = 0; type->kind == ICET_TUPLE && i < type->count && !found; i++)
        found = has_pid(type->items[i]);
    for (uint32_t i = 0; type->kind == ICET_DATA && i < type->data->count; i++)
        for (uint32_t k = 0; k < type->data->ctors[i].count && !found; k++)
            found = has_pid(type->data->ctors[i].fields[k]);
    return found;
}

/* May X contain the pid of who waits? */
static bool may_tell(const race *r, term x)
{
    if (x == TERM_NONE)
        return false;
    const actor *who = &r->s->actors[r->index];
    const term_node *n = term_at(&r->a->terms, x);
    if (n->kind == TERM_NAME) {
        uint32_t name = (uint32_t)n->number;
        return name == who->name || (r->a->names.data[name].process == who->process &&
                                     scene_named(r->s, name) == ICET_NONE);
    }
    if (n->kind == TERM_UNKNOWN)
        return has_pid(n->of);
    for (uint32_t i = 0; i < n->count; i++)
        if (may_tell(r, n->args[i]))
            return true;
    return false;
}

static bool may_know(const race *r, const actor *x)
{
    const actor *who = &r->s->actors[r->index];
    if (code_may_name(&r->a->code, x->process, x->at,
                      r->a->program->processes[who->process].set))
        return true;
    for (uint32_t i = 0; i < var_count(r->a, x); i++)
        if (is_live(r->a, x, i) && may_tell(r, x->store[i]))
            return true;
    return false;
}

/* Does anybody who may move know the copy, or get to know it by a message on its way?
 */
static bool is_known(const race *r)
{
    const scene *s = r->s;
    if (s->actors[r->index].kind != ACTOR_COPY)
        return true;
    for (uint32_t i = 0; i < s->count; i++)
        if (r->moves[i] && may_know(r, &s->actors[i]))
            return true;
    for (uint32_t i = 0; i < s->line_count; i++) {
        const line *l = &s->lines[i];
        for (uint32_t k = 0; k < l->count && r->moves[l->to]; k++)
            if (may_tell(r, l->letters[k].value))
                return true;
    }
    return false;
}

/* ---- the question ---- */

static bool is_there_another(const race *r, uint32_t from, bool some)
{
    const icet_stmt *receive = r->s->actors[r->index].at;
    for (uint32_t i = 0; i < r->s->line_count; i++) {
        const line *l = &r->s->lines[i];
        if (l->count > 0 && l->to == r->index && l->message == receive->message &&
            takes_from(r->a, receive, &r->s->actors[l->from]) &&
            (l->from != from || l->some != some))
            return true;
    }
    return false;
}

static bool may_another_come(const race *r, uint32_t from, bool some)
{
    const actor *who = &r->s->actors[r->index];
    if (!is_known(r))
        return false;
    for (uint32_t i = 0; i < r->s->count; i++)
        if (r->moves[i] && i != r->index && (i != from || some) &&
            may_be_sent(r, &r->s->actors[i], who))
            return true;
    return false;
}

bool is_only_source(auditor *a, const scene *s, uint32_t index, uint32_t from,
                    bool some)
{
    race r = {a, s, index, ARENA_ARRAY(&a->memory, bool, s->count + 1)};
    if (a->dry)
        return true;
    if (!takes_from(a, s->actors[index].at, &s->actors[from]))
        return refuse(a, "the receive is not for messages of that sender");
    find_movers(&r);
    if (is_there_another(&r, from, some))
        return refuse(a, "a race: a message of another sender is there");
    if (may_another_come(&r, from, some))
        return refuse(a, "a race: somebody else may send it");
    if (is_many(&s->actors[index]))
        a->alone[s->actors[index].at->message] = true;
    return true;
}
