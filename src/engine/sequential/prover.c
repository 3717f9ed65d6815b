/* The data of one attempt at a proof: names, unknowns, and kept payloads. */
#include "engine/sequential/prover.h"

#include "engine/sequential/seq_state.h"
#include "engine/sequential/solver.h"

void prover_init(prover *p, const icet_program *program,
                 const sequential_options *options, arena *memory)
{
    *p = (prover){.program = program, .options = options, .memory = memory};
    term_init(&p->terms);
    code_init(&p->code, memory, program);
    p->picks = ARENA_ARRAY(memory, icet_type, program->process_count + 1);
    for (uint32_t i = 0; i < program->process_count; i++)
        p->picks[i].kind = ICET_PID;
    p->among = ARENA_ARRAY(memory, bool, program->message_count + 1);
    p->alone = ARENA_ARRAY(memory, const icet_stmt *, program->message_count + 1);
}

void prover_fini(prover *p)
{
    vec_free(&p->names);
    vec_free(&p->own);
    vec_free(&p->keeps);
    solver_free(p->solver);
    term_fini(&p->terms);
}

/* ---- names and unknowns ---- */

const icet_type prover_bool_type = {.kind = ICET_BOOL};

void prover_make_own(prover *p, uint32_t from)
{
    assert(from <= p->terms.unknowns);
    while (p->own.len < p->terms.unknowns)
        vec_push(&p->own, false);
    for (uint32_t i = from; i < p->terms.unknowns; i++)
        p->own.data[i] = true;
}

term prover_own(prover *p, const icet_type *type)
{
    term x = term_unknown(&p->terms, type);
    prover_make_own(p, p->terms.unknowns - 1);
    return x;
}

uint32_t prover_name(prover *p, uint32_t process, uint32_t loop, uint32_t source)
{
    assert(process < p->program->process_count);
    assert(p->program->processes[process].set != ICET_NONE);
    vec_push(&p->names, ((seq_name){process, loop, source}));
    return (uint32_t)p->names.len - 1;
}

/* A set of copies yields no fact: whatever a variable of it holds is such a copy. */
const term_fact *prover_element(prover *p, const term_fact *facts, uint32_t set, term x)
{
    assert(set < p->program->set_count);
    term_store *t = &p->terms;
    if (p->program->sets[set].process != ICET_NONE)
        return facts;
    term above = term_binary(t, TERM_LE, term_int(t, 1), x);
    term below = term_binary(t, TERM_LE, x, term_leaf(t, TERM_SIZE, set));
    facts = term_fact_add(p->memory, t, facts, above, true);
    return term_fact_add(p->memory, t, facts, below, true);
}

/* ---- kept payloads ---- */

seq_keep *prover_keep(prover *p, uint32_t keep)
{
    assert(keep < p->keeps.len);
    while (p->keeps.data[keep].same != keep)
        keep = p->keeps.data[keep].same;
    return &p->keeps.data[keep];
}

static void add_apart(prover *p, seq_keep *k, uint32_t other)
{
    seq_keep_list *l = ARENA_NEW(p->memory, seq_keep_list);
    *l = (seq_keep_list){other, k->apart};
    k->apart = l;
}

void prover_keep_apart(prover *p, uint32_t keep, const seq_channel *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        add_apart(p, prover_keep(p, keep), c->items[i].keep);
        add_apart(p, prover_keep(p, c->items[i].keep), keep);
    }
}

bool prover_can_join(prover *p, uint32_t a, uint32_t b)
{
    const seq_keep *to = prover_keep(p, a), *from = prover_keep(p, b);
    bool apart = false;
    for (const seq_keep_list *l = from->apart; l && to != from && !apart; l = l->next)
        apart = prover_keep(p, l->keep) == to;
    return !apart;
}

bool prover_join_keeps(prover *p, uint32_t a, uint32_t b)
{
    seq_keep *to = prover_keep(p, a), *from = prover_keep(p, b);
    if (to == from || !prover_can_join(p, a, b))
        return to == from;
    to->needed = to->needed || from->needed;
    assert(!from->needed || to->needed);
    from->same = to->same;
    for (const seq_keep_list *l = from->apart; l; l = l->next)
        add_apart(p, to, l->keep);
    return true;
}

bool prover_is_own(const prover *p, const term_node *n)
{
    return n->kind == TERM_UNKNOWN && (size_t)n->number < p->own.len &&
           p->own.data[n->number];
}
