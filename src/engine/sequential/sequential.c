/* One attempt at a proof, and a second one with the loops in the opposite order. */
#include "engine/sequential/sequential.h"

#include "engine/sequential/blame.h"
#include "engine/sequential/emit.h"
#include "engine/sequential/run.h"

#include <stdio.h>

/* Stops processes that answer each other without end. */
enum { DEFAULT_STEPS = 500000 };

/* In the order of sequential_kind. */
static const char *const kind_names[] = {
    "holds",  "race",   "unreceived", "crowd",   "stateful", "deadlock",
    "nobody", "assert", "empty",      "endless", "limit",
};

const char *sequential_kind_name(sequential_kind kind)
{
    assert((size_t)kind < sizeof kind_names / sizeof kind_names[0]);
    return kind_names[kind];
}

static bool never(const void *context, const seq_state *s)
{
    (void)context;
    (void)s;
    return false;
}

static bool all_complete(prover *p, const seq_state_list *ends)
{
    bool good = !p->stopped && ends->len > 0;
    vec_each (end, ends)
        if (!p->stopped && !blame_is_complete(p, *end)) {
            blame_stuck(p, *end);
            good = false;
        }
    return good;
}

/* A receive by all copies at once assumed that no copy gets the message from another
 * copy of its set.  The assumption holds if no copy sends such a message anywhere in
 * the proof: in a run in which one did, the first such send would come after a prefix
 * that this proof covers, so the proof would contain the send. */
static bool all_alone(prover *p, const seq_state *end)
{
    for (uint32_t i = 0; i < p->program->message_count && !p->stopped; i++)
        if (p->among[i] && p->alone[i]) {
            blame_add(p, end, SEQUENTIAL_RACE, p->alone[i]->pos,
                      "%s may also come from another process of the same set here",
                      blame_message_text(p, i));
            return false;
        }
    return true;
}

/* No set has less than 0 elements, or less than the program demands. */
static const term_fact *sizes(prover *p)
{
    enum { FEW = 8 };
    term_store *t = &p->terms;
    const term_fact *facts = NULL;
    for (uint32_t i = 0; i < p->program->set_count; i++) {
        term size = term_leaf(t, TERM_SIZE, i);
        uint32_t least = p->program->sets[i].at_least;
        if (!code_mentions_size(&p->code, i))
            continue;
        for (uint32_t k = 0; k <= least && k < FEW; k++) {
            term n = term_int(t, k);
            facts = term_fact_add(p->memory, t, facts, term_binary(t, TERM_LE, n, size),
                                  true);
            facts = term_fact_add(p->memory, t, facts, term_binary(t, TERM_LT, size, n),
                                  false);
            if (k == least)
                continue;
            facts = term_fact_add(p->memory, t, facts, term_binary(t, TERM_LT, n, size),
                                  true);
            facts = term_fact_add(p->memory, t, facts, term_binary(t, TERM_LE, size, n),
                                  false);
            facts = term_fact_add(p->memory, t, facts, term_binary(t, TERM_EQ, n, size),
                                  false);
        }
    }
    return facts;
}

static void attempt(const icet_program *program, const sequential_options *options,
                    bool last_first, sequential_result *result)
{
    *result = (sequential_result){0};
    arena_init(&result->memory);
    prover p;
    prover_init(&p, program, options, &result->memory);
    p.last_first = last_first;
    seq_state *s = seq_state_begin(&p);
    s->facts = sizes(&p);
    derivation *proof = NULL;
    s->tail = &p.out;
    s->proof = &proof;
    seq_state_list ends = {0};
    run_state(&p, s, &(run_goal){never, NULL}, &ends);
    if (all_complete(&p, &ends) && all_alone(&p, ends.data[0]))
        result->sequential = p.out;
    else
        blame_report(&p, result);
    emit_finish(&p, (seq_stmt *)(uintptr_t)result->sequential);
    derivation_check(program, proof);
    result->derivation = proof;
    result->name_count = (uint32_t)p.names.len;
    result->keep_count = (uint32_t)p.keeps.len;
    result->heap_count = p.heaps;
    result->steps = p.steps;
    vec_free(&ends);
    prover_fini(&p);
}

/* May another order of loops lead to a proof? */
static bool may_be_order(sequential_kind kind)
{
    return kind == SEQUENTIAL_RACE || kind == SEQUENTIAL_CROWD ||
           kind == SEQUENTIAL_STATEFUL || kind == SEQUENTIAL_UNRECEIVED ||
           kind == SEQUENTIAL_DEADLOCK;
}

/* The prover never backtracks over a loop.  Nearly always any order of loops works; the
 * few programs for which it does not (3 of 900 random ones) get a second attempt in the
 * opposite order.  Other orders that were tried made no difference. */
void sequential_prove(const icet_program *program, const sequential_options *options,
                      sequential_result *result)
{
    sequential_options own = *options;
    if (!own.max_steps)
        own.max_steps = DEFAULT_STEPS;
    attempt(program, &own, false, result);
    if (!may_be_order(result->kind))
        return;
    sequential_result other;
    attempt(program, &own, true, &other);
    if (other.kind == SEQUENTIAL_HOLDS) {
        sequential_result failed = *result;
        *result = other;
        other = failed;
    }
    sequential_fini(&other);
}

void sequential_fini(sequential_result *result)
{
    arena_fini(&result->memory);
}
