/* Does the end of an iteration equal its start, except for permitted changes?
 *
 * iteration.h lists the changes.  All ends of one iteration must agree on which heaps
 * they take from, which messages they leave, and whether they change a copy: the
 * induction of the rule `for` counts |X| of each.
 */
#include "engine/sequential/iteration_private.h"

#include "engine/sequential/blame.h"
#include "engine/sequential/emit.h"

#include <string.h>

/* Once a variable is widened, a failure of this iteration need not be one of the
 * program. */
bool iteration_is_hopeless(iteration *it, const seq_state *s)
{
    return it->forgotten.len == 0 && blame_hopeless(it->p, s);
}

bool iteration_refuse_difference(iteration *it, const seq_state *s, uint32_t index)
{
    if (iteration_is_hopeless(it, s))
        return false;
    blame_add(it->p, s, SEQUENTIAL_STATEFUL, it->pos,
              "not all iterations of this loop have the same effect on %s",
              blame_unit_text(it->p, s, index));
    return false;
}

bool iteration_refuse_crowd(iteration *it, const seq_state *s, uint32_t a, uint32_t b)
{
    if (iteration_is_hopeless(it, s))
        return false;
    seq_failure *f =
        blame_add(it->p, s, SEQUENTIAL_CROWD, it->pos,
                  "an iteration of this loop involves more than one process of a set");
    if (f && b != ICET_NONE)
        blame_note(it->p, f, s->units[a]->at ? s->units[a]->at->pos : it->pos,
                   "%s is one of them", blame_unit_text(it->p, s, a));
    return false;
}

/* ---- units ---- */

static bool takes_part(const iteration *it, uint32_t index)
{
    for (uint32_t i = 0; i < it->active; i++)
        if (it->units[i] == index)
            return true;
    return false;
}

static void forget(iteration *it, uint32_t index, uint32_t var)
{
    seq_unit *u = seq_state_unit(it->p, it->base, index);
    const icet_process *process = &it->p->program->processes[u->process];
    vec_push(&it->before, u->store[var]);
    u->store[var] = seq_unit_fresh(it->p, u, process->vars[var].type);
    vec_push(&it->forgotten, ((derivation_slot){.unit = index, .var = var}));
    it->again = true;
}

static derivation_slot *find_forgotten(iteration *it, uint32_t index, uint32_t var)
{
    vec_each (f, &it->forgotten)
        if (f->unit == index && f->var == var)
            return f;
    return NULL;
}

/* Updates the bounds of what an iteration adds to the variable, over all ends. */
static void judge_count(iteration *it, derivation_slot *f, term before, term after)
{
    int64_t least, most;
    bool counts = term_growth(&it->p->terms, before, after, &least, &most);
    assert(least <= most || !counts);
    if (it->judged) {
        counts = counts && f->counts;
        least = least < f->least ? least : f->least;
        most = most > f->most ? most : f->most;
    }
    f->counts = counts;
    f->least = least;
    f->most = most;
}

static void judge_store(iteration *it, const seq_unit *before, const seq_unit *after,
                        uint32_t index)
{
    uint32_t vars = it->p->program->processes[before->process].var_count;
    for (uint32_t i = 0; i < vars; i++) {
        if (!code_is_live(&it->p->code, before->process, before->at, i))
            continue;
        derivation_slot *f = find_forgotten(it, index, i);
        if (f)
            judge_count(it, f, before->store[i], after->store[i]);
        else if (before->store[i] != after->store[i])
            forget(it, index, i);
    }
}

/* Does a live variable of the unit carry a value over to the next iteration? */
static bool carries_state(const iteration *it, const seq_unit *before,
                          const seq_unit *after)
{
    uint32_t vars = it->p->program->processes[before->process].var_count;
    for (uint32_t i = 0; after && i < vars; i++)
        if (code_is_live(&it->p->code, before->process, before->at, i) &&
            before->store[i] != after->store[i])
            return true;
    return false;
}

static bool judge_unit(iteration *it, const seq_state *s, uint32_t index)
{
    const seq_unit *before = it->start->units[index], *after = s->units[index];
    if (!before)
        return !after;
    if (takes_part(it, index)) {
        if (!after || !after->returned || after->at != before->at) {
            blame_stuck(it->p, s);
            return false;
        }
        judge_store(it, before, after, index);
        return true;
    }
    if (!after || after->at != before->at || after->returned != before->returned ||
        after->paused != before->paused || after->waits_for != before->waits_for) {
        if (iteration_is_hopeless(it, s))
            return false;
        blame_add_weighted(
            it->p, s, SEQUENTIAL_STATEFUL,
            carries_state(it, before, after) ? BLAME_MUCH : BLAME_AS_KIND, it->pos,
            "after an iteration of this loop, %s is not where it was before",
            blame_unit_text(it->p, it->start, index));
        return false;
    }
    if (index < it->base->unit_count && it->base->units[index])
        judge_store(it, before, after, index);
    else if (memcmp(before->store, after->store,
                    it->p->program->processes[before->process].var_count *
                        sizeof(term)) != 0)
        return iteration_refuse_difference(it, s, index);
    return true;
}

/* ---- channels ---- */

static bool is_taken(const iteration *it, const seq_channel *c)
{
    vec_each (t, &it->taken)
        if (seq_channel_is_like(t, c))
            return true;
    return false;
}

static bool piles_up(iteration *it, const seq_state *s, const seq_channel *c,
                     const icet_stmt *sent)
{
    blame_add(it->p, s, SEQUENTIAL_UNRECEIVED, sent->pos,
              "%s to %s is not received in the iteration that sends it, and every "
              "iteration sends another",
              blame_message_text(it->p, c->message), blame_unit_text(it->p, s, c->to));
    return false;
}

iteration_leftover *iteration_find_left(const iteration_leftover_list *list,
                                        const seq_channel *c)
{
    vec_each (l, list)
        if (l->from == c->from && l->to == c->to && l->message == c->message &&
            l->some == c->some)
            return l;
    return NULL;
}

static bool piles_up_at_copy(iteration *it, const seq_state *s, const seq_channel *c,
                             const icet_stmt *sent)
{
    if (iteration_is_hopeless(it, s))
        return false;
    blame_add(
        it->p, s, SEQUENTIAL_CROWD, sent->pos,
        "each iteration of the loop leaves %s at %s, which does not receive it before "
        "the loop has ended",
        blame_message_text(it->p, c->message), blame_unit_text(it->p, s, c->to));
    return false;
}

static bool leave_behind(iteration *it, const seq_state *s, const seq_channel *c,
                         const seq_item *left)
{
    prover *p = it->p;
    if (s->units[c->to]->kind != UNIT_ONE)
        return piles_up_at_copy(it, s, c, left->sent);
    if (left->many != ICET_NONE || seq_unit_is_many(s->units[c->from]) != c->some)
        return piles_up(it, s, c, left->sent);
    iteration_leftover *l = iteration_find_left(&it->left, c);
    if (l) {
        if (l->end == it->ends)
            return piles_up(it, s, c,
                            left->sent); /* a second message in one iteration */
        l->end = it->ends;
        if (l->value != left->value)
            l->value =
                term_unknown(&p->terms, p->program->messages[c->message].payload);
        if (!prover_join_keeps(p, l->keep, left->keep))
            return piles_up(it, s, c, left->sent);
        return true;
    }
    if (it->judged)
        return piles_up(it, s, c, left->sent);
    iteration_leftover first = {c->from,     c->to,    c->message, c->some,
                                left->value, it->ends, left->sent, left->keep};
    vec_push(&it->left, first);
    return true;
}

/* The old messages of the channel must still be there, except one message of a heap;
 * the new ones are left behind. */
static bool judge_channel(iteration *it, const seq_state *s, const seq_channel *before,
                          const seq_channel *after)
{
    uint32_t count = before ? before->count : 0;
    if (after->count < count)
        return piles_up(it, s, before, before->items[0].sent);
    for (uint32_t i = 0; i < count; i++) {
        const seq_item *a = &before->items[i], *b = &after->items[i];
        if (a->value != b->value || a->many != b->many || a->keep != b->keep ||
            (a->taken != b->taken && (i > 0 || a->many != it->context.set)))
            return piles_up(it, s, before, a->sent);
        if (a->taken == b->taken)
            continue;
        if (!it->judged)
            vec_push(&it->taken, *after);
        else if (!is_taken(it, after))
            return piles_up(it, s, before, a->sent);
    }
    bool more = count > 0 && after->count > count && after->some;
    if (more && !(count == 1 && iteration_find_left(&it->piled, after)))
        return piles_up(it, s, after,
                        after->items[count].sent); /* the order of copies is unknown */
    for (uint32_t i = count; i < after->count; i++)
        if (!leave_behind(it, s, after, &after->items[i]))
            return false;
    return true;
}

static bool judge_channels(iteration *it, const seq_state *s, uint32_t changed)
{
    for (uint32_t i = 0; i < it->start->channel_count; i++) {
        const seq_channel *c = it->start->channels[i];
        if (c->count > 0 &&
            seq_state_find_channel(s, c->from, c->to, c->message, c->some) < 0)
            return piles_up(it, s, c, c->items[0].sent);
    }
    uint32_t taken = 0, left = 0;
    for (uint32_t i = 0; i < s->channel_count; i++) {
        const seq_channel *c = s->channels[i];
        if (c->from == changed || c->to == changed)
            continue;
        int at = seq_state_find_channel(it->start, c->from, c->to, c->message, c->some);
        const seq_channel *before = at < 0 ? NULL : it->start->channels[at];
        if (!judge_channel(it, s, before, c))
            return false;
        taken += c->count > 0 && c->items[0].taken && before && before->count > 0 &&
                 !before->items[0].taken;
        left += c->count > (before ? before->count : 0);
    }
    if (taken != it->taken.len || left != it->left.len) {
        if (!iteration_is_hopeless(it, s))
            blame_add(
                it->p, s, SEQUENTIAL_STATEFUL, it->pos,
                "not all iterations of this loop send and receive the same messages");
        return false;
    }
    return true;
}

/* ---- copies that did not fold ---- */

/* Folds a copy that differs from the others only in unreceived messages to single
 * processes; these become messages of some copy. */
static bool fold_without_messages(prover *p, seq_state *s, uint32_t index)
{
    assert(s->units[index]->kind == UNIT_COPY);
    seq_state *bare = seq_state_copy(p, s);
    uint32_t all = bare->units[index]->of, count = bare->channel_count;
    for (uint32_t i = 0; i < count; i++) {
        const seq_channel *c = bare->channels[i];
        if (c->from != index || c->count != 1 || c->items[0].many != ICET_NONE ||
            bare->units[c->to]->kind != UNIT_ONE)
            continue;
        int theirs = seq_state_find_channel(bare, all, c->to, c->message, false);
        if (theirs < 0 || bare->channels[theirs]->count == 0) {
            seq_item first = seq_state_pull(p, bare, i);
            seq_state_push(p, bare, all, c->to, c->message, true, first);
        }
    }
    derivation **proof = bare->proof;
    if (!seq_state_fold(p, bare, index))
        return false;
    (*proof)->leaves = true;
    *s = *bare;
    return true;
}

/* A loop over one set must not change copies of another: the number of iterations is
 * that of the loop's elements. */
static bool uses_up(iteration *it, const seq_state *s, uint32_t index)
{
    if (iteration_is_hopeless(it, s))
        return false;
    const icet_process *process = &it->p->program->processes[s->units[index]->process];
    seq_failure *f = blame_add(
        it->p, s, SEQUENTIAL_CROWD, it->pos,
        "an iteration of this loop changes %s, but the loop is not over %s",
        blame_unit_text(it->p, s, index), it->p->program->sets[process->set].name);
    if (f && s->units[index]->at)
        blame_note(it->p, f, s->units[index]->at->pos,
                   "after the iteration it is here");
    return false;
}

/* Finds the one copy that the iteration has changed; ICET_NONE: there is none. */
static bool find_changed(iteration *it, seq_state *s, uint32_t *changed)
{
    *changed = ICET_NONE;
    for (uint32_t i = it->start->unit_count; i < s->unit_count; i++) {
        if (!s->units[i])
            continue;
        assert(s->units[i]->kind == UNIT_COPY);
        bool own = s->units[i]->of == it->all && !it->heaps;
        if (!own && fold_without_messages(it->p, s, i))
            continue;
        if (s->units[i]->of != it->all)
            return uses_up(it, s, i);
        if (*changed != ICET_NONE)
            return iteration_refuse_crowd(it, s, i, *changed);
        *changed = i;
    }
    return true;
}

/* On this branch the copy did not need the server, which stops waiting for it: the copy
 * it serves next is the one whose message it receives next. */
static void unpin(iteration *it, seq_state *s)
{
    if (s->units[it->server]->at != it->start->units[it->server]->at)
        return;
    seq_unit *u = seq_state_unit(it->p, s, it->server);
    u->waits_for = ICET_NONE;
    u->asleep = false;
}

bool iteration_judge(iteration *it, seq_state *s)
{
    prover *p = it->p;
    seq_state_scrub(p, s);
    seq_state_fold_all(p, s);
    if (it->server != ICET_NONE)
        unpin(it, s);
    for (uint32_t i = 0; i < it->start->unit_count; i++)
        if (takes_part(it, i) && !judge_unit(it, s, i))
            return false;
    uint32_t changed;
    if (!find_changed(it, s, &changed))
        return false;
    for (uint32_t i = 0; i < it->start->unit_count; i++)
        if (!takes_part(it, i) && !judge_unit(it, s, i))
            return false;
    bool changes = changed != ICET_NONE;
    if (it->judged && changes != it->changes) {
        blame_add(p, s, SEQUENTIAL_STATEFUL, it->pos,
                  "some iterations of this loop change a process of the set, and "
                  "others do not");
        return false;
    }
    uint32_t name = changes ? s->units[changed]->name : ICET_NONE;
    it->changed = !it->judged || it->changed == name ? name : ICET_NONE;
    it->changes = changes;
    if (changes && !iteration_judge_copy(it, s, changed))
        return false;
    if (changes) {
        seq_stmt *out = emit_block(p, s, SEQ_DONE, NULL);
        out->process = s->units[changed]->process;
        out->name = s->units[changed]->name;
        out->loop = it->context.out;
    }
    bool good = judge_channels(it, s, changed);
    it->judged = true;
    it->ends++;
    return good;
}
