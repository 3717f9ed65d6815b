/* Appends to the sequential program and to the derivation. */
#include "engine/sequential/emit.h"

seq_stmt *emit_at(prover *p, seq_stmt ***tail, seq_kind kind, const icet_stmt *stmt)
{
    seq_stmt *n = ARENA_NEW(p->memory, seq_stmt);
    *n = (seq_stmt){.kind = kind,
                    .who = {ICET_NONE, ICET_NONE},
                    .from = {ICET_NONE, ICET_NONE},
                    .stmt = stmt,
                    .process = ICET_NONE,
                    .name = ICET_NONE,
                    .heap = ICET_NONE};
    **tail = n;
    *tail = &n->next;
    return n;
}

void emit_finish(prover *p, seq_stmt *list)
{
    for (seq_stmt *n = list; n; n = n->next) {
        emit_finish(p, n->then);
        emit_finish(p, n->otherwise);
        if (n->kind == SEQ_DELIVER && n->name != ICET_NONE)
            n->name = prover_keep(p, n->name)->same;
        if (n->kind != SEQ_KEEP)
            continue;
        const seq_keep *k = prover_keep(p, n->name);
        n->kind = k->heap == ICET_NONE ? SEQ_KEEP : SEQ_POST;
        n->heap = k->heap;
        n->name = k->heap == ICET_NONE ? k->same : ICET_NONE;
        n->unused = k->heap == ICET_NONE && !k->needed;
    }
}

seq_stmt *emit_block(prover *p, seq_state *s, seq_kind kind, const icet_stmt *stmt)
{
    s->each = NULL;
    s->depth++;
    return emit_at(p, &s->tail, kind, stmt);
}

/* The steps of all copies go into one loop over them, as long as no other unit acts:
 * the steps commute, so each copy may do all of its own together. */
static void open_each(prover *p, seq_state *s, uint32_t index)
{
    assert(seq_unit_is_many(s->units[index]));
    if (s->each && s->each_unit == index)
        return;
    seq_stmt *each = emit_block(p, s, SEQ_EACH, NULL);
    each->process = s->units[index]->process;
    each->name = prover_name(p, each->process, 0, ICET_NONE);
    s->each = each;
    s->each_unit = index;
}

seq_stmt *emit_for_unit(prover *p, seq_state *s, uint32_t index, seq_kind kind,
                        const icet_stmt *stmt)
{
    const seq_unit *u = s->units[index];
    seq_stmt *n;
    if (!seq_unit_is_many(u)) {
        n = emit_block(p, s, kind, stmt);
        n->who = (seq_who){u->process, u->name};
        return n;
    }
    open_each(p, s, index);
    seq_stmt **tail = &s->each->then;
    while (*tail)
        tail = &(*tail)->next;
    n = emit_at(p, &tail, kind, stmt);
    n->who = (seq_who){u->process, s->each->name};
    return n;
}

derivation *emit_derivation(prover *p, seq_state *s, rule r, uint32_t index,
                            uint32_t other, const icet_stmt *stmt)
{
    assert((size_t)r <= RULE_EACH);
    assert(s->proof);
    derivation *d = ARENA_NEW(p->memory, derivation);
    *d = (derivation){.rule = r, .unit = index, .other = other, .stmt = stmt};
    d->name = ICET_NONE;
    *s->proof = d;
    s->proof = &d->next;
    return d;
}
