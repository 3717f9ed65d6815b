/* A copy leaves the others, and joins them again. */
#include "engine/sequential/audit/inside.h"

typedef struct leaving {
    auditor *a;
    term self;
    const swap *born;
} leaving;

static term fresh_for(auditor *a, const icet_type *type)
{
    if (type < a->picks || type >= a->picks + a->program->process_count)
        return term_unknown(&a->terms, type);
    name_of some = {.process = (uint32_t)(type - a->picks)};
    return term_leaf(&a->terms, TERM_NAME, new_name(a, some));
}

/* What is each copy's own becomes that of one. */
static term for_one(void *context, term x, const term_node *n)
{
    leaving *l = context;
    if (n->kind == TERM_SELF)
        return l->self;
    if (!is_own(l->a, n))
        return TERM_NONE;
    for (const swap *b = l->born; b; b = b->next)
        if (b->own == x)
            return b->fresh;
    swap *b = ARENA_NEW(&l->a->memory, swap);
    *b = (swap){x, fresh_for(l->a, n->of), l->born};
    l->born = b;
    return b->fresh;
}

static term made_for(leaving *l, term x)
{
    return term_replace(&l->a->terms, x, &(term_change){l, for_one});
}

static void line_leaves(leaving *l, scene *s, line from, uint32_t all, uint32_t copy)
{
    line *own = scene_open(l->a, s, from.from == all ? copy : from.from,
                           from.to == all ? copy : from.to, from.message, false);
    for (uint32_t k = 0; k < from.count; k++) {
        letter one = from.letters[k];
        one.value = made_for(l, one.value);
        line_push(l->a, own, one);
    }
}

uint32_t copy_leaves(auditor *a, scene *s, uint32_t all, uint32_t name)
{
    actor copy = s->actors[all];
    leaving l = {a, term_leaf(&a->terms, TERM_NAME, name), NULL};
    copy.kind = ACTOR_COPY;
    copy.name = name;
    uint32_t vars = var_count(a, &copy);
    const term *store = copy.store;
    copy.store = ARENA_ARRAY(&a->memory, term, vars + 1);
    for (uint32_t i = 0; i < vars; i++)
        copy.store[i] = made_for(&l, store[i]);
    uint32_t index = scene_add(a, s, &copy), lines = s->line_count;
    for (uint32_t i = 0; i < lines; i++)
        if (!s->lines[i].some && (s->lines[i].from == all || s->lines[i].to == all))
            line_leaves(&l, s, s->lines[i], all, index);
    s->actors[index].born = l.born;
    return index;
}

/* ---- joining them ---- */

static bool same_value(leaving *l, const scene *s, term all, term one)
{
    term_store *t = &l->a->terms;
    if (all == TERM_NONE || one == TERM_NONE)
        return all == one;
    return term_under(t, s->facts, made_for(l, all)) == term_under(t, s->facts, one);
}

static bool same_letters(leaving *l, const scene *s, const line *all, const line *one)
{
    uint32_t count = one ? one->count : 0;
    if (count != (all ? all->count : 0))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const letter *x = &all->letters[i], *y = &one->letters[i];
        if (x->many != y->many || x->taken != y->taken || x->partial != y->partial ||
            !same_value(l, s, x->value, y->value))
            return false;
    }
    return true;
}

/* Each line of one has its like at the other. */
static bool same_lines(leaving *l, const scene *s, uint32_t all, uint32_t index)
{
    for (uint32_t i = 0; i < s->line_count; i++) {
        const line *x = &s->lines[i];
        bool mine = x->from == index || x->to == index;
        bool theirs = x->from == all || x->to == all;
        if (x->some || (!mine && !theirs))
            continue;
        if (mine && theirs && x->count > 0)
            return false; /* from one to another, and not from each to itself */
        uint32_t here = mine ? index : all, there = mine ? all : index;
        const line *y = scene_line(s, x->from == here ? there : x->from,
                                   x->to == here ? there : x->to, x->message, false);
        if (!same_letters(l, s, mine ? y : x, mine ? x : y))
            return false;
    }
    return true;
}

/* Its one message to a process of which there is one is from now on that of some. */
static void leave_messages(auditor *a, scene *s, uint32_t all, uint32_t index)
{
    uint32_t lines = s->line_count;
    for (uint32_t i = 0; i < lines; i++) {
        line l = s->lines[i];
        if (l.from != index || l.count != 1 || l.letters[0].many != ICET_NONE ||
            s->actors[l.to].kind != ACTOR_ONE)
            continue;
        const line *theirs = scene_line(s, all, l.to, l.message, false);
        if (theirs && theirs->count > 0)
            continue;
        letter left = line_pull(&s->lines[i]);
        line_push(a, scene_open(a, s, all, l.to, l.message, true), left);
    }
}

static bool is_waited_for(const scene *s, uint32_t index)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->actors[i].here && s->actors[i].pinned == index)
            return true;
    return false;
}

bool copy_joins(auditor *a, scene *s, uint32_t index, bool leaves_messages)
{
    const actor *x = &s->actors[index];
    uint32_t all = x->process;
    const actor *others = &s->actors[all];
    if (x->kind != ACTOR_COPY)
        return refuse(a, "only a copy can join others");
    if (x->at != others->at || x->returned || x->pinned != ICET_NONE)
        return refuse(a, "the copy is not where the others are");
    if (is_waited_for(s, index))
        return refuse(a, "somebody waits for the copy");
    if (leaves_messages)
        leave_messages(a, s, all, index);
    leaving l = {a, term_leaf(&a->terms, TERM_NAME, x->name), x->born};
    for (uint32_t i = 0; i < var_count(a, x); i++)
        if (is_live(a, x, i) && !same_value(&l, s, others->store[i], x->store[i]))
            return refuse(a, "a variable of the copy has another value");
    if (!same_lines(&l, s, all, index))
        return refuse(a, "the messages of the copy are not those of the others");
    scene_drop_lines(s, index);
    s->actors[index].here = false;
    return true;
}

bool is_inhabited(auditor *a, const scene *s, uint32_t all)
{
    const actor *x = &s->actors[all];
    uint32_t copies = scene_copies(s, x->process);
    uint32_t set = a->program->processes[x->process].set;
    if (x->kind == ACTOR_ALL && a->program->sets[set].at_least > copies)
        return true;
    if (copies > 0 || x->kind == ACTOR_DONE)
        return false;
    if (x->kind == ACTOR_ALL && scene_size(a, s, set) == 1)
        return true;
    for (const turn *t = a->turn; t; t = t->outer)
        if (t->process == x->process)
            return true; /* this is the iteration for one of them */
    return false;
}
