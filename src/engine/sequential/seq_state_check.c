/* The invariants of a symbolic state, as assertions.
 *
 * run_state and the loop rules call this where a state is handed on; it takes time
 * linear in the state (quadratic in its channels, which are few).
 */
#include "engine/sequential/seq_state.h"

static void check_position(const prover *p, const seq_unit *u)
{
    if (u->at)
        assert(code_at(&p->code, u->process, u->at)->stmt == u->at);
    assert(!u->returned || (u->at && u->at->kind == ICET_FOR));
    assert(!u->paused || u->until); /* it has left an undecided if */
    assert(!u->asleep || (u->at && u->at->kind == ICET_RECEIVE));
}

/* Only a unit of many copies may speak of "the copy itself". */
static void check_store(const prover *p, const seq_unit *u)
{
    uint32_t vars = p->program->processes[u->process].var_count;
    for (uint32_t i = 0; i < vars; i++) {
        if (u->store[i] == TERM_NONE)
            continue;
        assert(u->store[i] < intern_count(&p->terms.nodes));
        assert(seq_unit_is_many(u) ||
               term_at(&p->terms, u->store[i])->kind != TERM_SELF);
    }
}

static void check_copy(const prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    assert(u->name < p->names.len);
    assert(p->names.data[u->name].process == u->process);
    assert(u->of == u->process); /* the unit of the others has the process's number */
    assert(seq_state_named(s, u->name) == index); /* a name denotes one unit */
    for (const seq_renaming *r = u->renamings; r; r = r->next)
        assert(prover_is_own(p, term_at(&p->terms, r->own)));
}

static void check_pin(const seq_state *s, const seq_unit *u)
{
    if (u->waits_for == ICET_NONE)
        return;
    assert(u->at && u->at->kind == ICET_RECEIVE);
    assert(u->at->from != ICET_FROM_PROCESS);
    assert(u->waits_for < s->unit_count);
    assert(s->units[u->waits_for]); /* it was not folded */
}

static void check_unit(const prover *p, const seq_state *s, uint32_t index)
{
    const seq_unit *u = s->units[index];
    bool is_process = index < p->program->process_count;
    assert(u || !is_process); /* only copies fold */
    if (!u)
        return;
    assert(u->process < p->program->process_count);
    bool single = p->program->processes[u->process].set == ICET_NONE;
    if (is_process) {
        assert(u->process == index);
        assert(single == (u->kind == UNIT_ONE));
        assert(single || u->kind == UNIT_ALL || u->kind == UNIT_REST);
    } else {
        assert(!single);
        assert(u->kind == UNIT_COPY || u->kind == UNIT_DONE);
    }
    assert((u->kind == UNIT_COPY) == (u->name != ICET_NONE));
    if (u->kind == UNIT_COPY)
        check_copy(p, s, index);
    check_position(p, u);
    check_store(p, u);
    check_pin(s, u);
}

static void check_item(const prover *p, const seq_item *x)
{
    assert(x->value != TERM_NONE);
    assert(x->value < intern_count(&p->terms.nodes));
    assert(x->sent && x->sent->kind == ICET_SEND);
    assert(x->keep < p->keeps.len);
    bool is_heap = x->many != ICET_NONE;
    assert(!is_heap || x->many < p->program->set_count);
    assert(is_heap || !x->taken);
    assert(!is_heap || x->taken || x->heap < p->heaps);
}

static void check_channel(const prover *p, const seq_state *s, uint32_t index)
{
    const seq_channel *c = s->channels[index];
    assert(c->message < p->program->message_count);
    assert(c->from < s->unit_count && c->to < s->unit_count);
    const seq_unit *from = s->units[c->from], *to = s->units[c->to];
    assert(c->count == 0 || (from && to));
    assert(seq_state_find_channel(s, c->from, c->to, c->message, c->some) ==
           (int)index);
    if (c->count > 0 && c->some) {
        assert(seq_unit_is_many(from));
        assert(to->kind == UNIT_ONE);
    }
    if (c->count > 0 && seq_unit_is_many(from) && from->process == to->process)
        assert(c->from == c->to); /* each copy to itself */
    for (uint32_t i = 0; i < c->count; i++)
        check_item(p, &c->items[i]);
}

void seq_state_check(const prover *p, const seq_state *s)
{
    assert(s->unit_count >= p->program->process_count);
    assert(s->unit_count <= s->unit_room);
    assert(s->channel_count <= s->channel_room);
    for (uint32_t i = 0; i < s->unit_count; i++)
        check_unit(p, s, i);
    for (uint32_t i = 0; i < s->channel_count; i++)
        check_channel(p, s, i);
    assert(!s->each || s->each->kind == SEQ_EACH);
    assert(!s->each || s->each_unit < s->unit_count);
}
