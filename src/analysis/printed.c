/* A slot is not printed if an instruction reads it for anything else, or if it goes to
 * a slot that is not printed.  The slots that go to a slot are the edges of a graph,
 * and the search for those that are not printed follows them backwards.
 */
#include "analysis/printed.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

/* Slots of all functions have consecutive numbers, from 1 on. */
typedef uint32_t slot_number;

typedef struct slot_edge {
    slot_number from;
    uint32_t next; /* of the edges to the same slot; 0: there is none */
} slot_edge;

struct printed_slots {
    slot_number *first; /* by function: its slot 0 */
    bool *is_read;      /* by slot: for anything else than printing */
};

typedef struct walk {
    const ir_program *ir;
    printed_slots *slots;
    uint32_t *edges_to;   /* by slot: its first edge, or 0 */
    VEC(slot_edge) edges; /* number 0 is none */
    VEC(slot_number) found;
} walk;

static slot_number number_of(const walk *w, uint32_t function, ir_operand o)
{
    return IR_KIND(o) == IR_LOCAL ? w->slots->first[function] + IR_INDEX(o) : 0;
}

static void note_read(walk *w, slot_number slot)
{
    if (slot == 0 || w->slots->is_read[slot])
        return;
    w->slots->is_read[slot] = true;
    vec_push(&w->found, slot);
}

/* What is in FROM goes to TO; TO 0: to something that is no slot. */
static void note_edge(walk *w, slot_number from, slot_number to)
{
    if (to == 0)
        note_read(w, from);
    if (from == 0 || to == 0)
        return;
    slot_edge e = {from, w->edges_to[to]};
    w->edges_to[to] = (uint32_t)w->edges.len;
    vec_push(&w->edges, e);
}

static void visit_call(walk *w, uint32_t function, const ir_instr *i)
{
    const ir_function *callee = &w->ir->functions[i->a];
    for (uint32_t k = 0; k < i->count; k++) {
        ir_operand arg = w->ir->functions[function].args[i->first + k];
        slot_number param =
            callee->code_count > 0 ? number_of(w, i->a, IR_OPERAND(IR_LOCAL, k)) : 0;
        note_edge(w, number_of(w, function, arg), param);
    }
}

static void visit_others(walk *w, uint32_t function, const ir_instr *i)
{
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t operands[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o')
            note_read(w, number_of(w, function, operands[k]));
    if (strchr(shape, '*') != NULL)
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            note_read(w, number_of(w, function, w->ir->functions[function].args[k]));
}

static void visit(walk *w, uint32_t function, const ir_instr *i)
{
    const ir_operand *args = w->ir->functions[function].args;
    slot_number to = number_of(w, function, i->d);
    switch (i->op) {
    case IR_PRINT:
        return;
    case IR_MOVE:
        note_edge(w, number_of(w, function, i->a), to);
        return;
    case IR_FORMAT:
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            note_edge(w, number_of(w, function, args[k]), to);
        return;
    case IR_CALL:
        visit_call(w, function, i);
        return;
    }
    visit_others(w, function, i);
}

/* Whatever goes to a slot that is read is read, too. */
static void follow_reads(walk *w)
{
    while (w->found.len > 0) {
        slot_number slot = vec_pop(&w->found);
        for (uint32_t e = w->edges_to[slot]; e != 0; e = w->edges.data[e].next)
            note_read(w, w->edges.data[e].from);
    }
}

/* By slot: how many edges leave it, to slots that are printed. */
static uint32_t *count_edges_from(const walk *w, slot_number count)
{
    uint32_t *from = mem_alloc(count * sizeof *from);
    for (slot_number to = 1; to < count; to++)
        for (uint32_t e = w->edges_to[to]; e != 0; e = w->edges.data[e].next)
            from[w->edges.data[e].from] += !w->slots->is_read[to];
    return from;
}

/* Slots on a circle, and those that go there: they are what is left when slots that go
 * nowhere are taken away, again and again. */
static void read_circles(walk *w, slot_number count)
{
    uint32_t *from = count_edges_from(w, count);
    bool *is_done = mem_alloc(count * sizeof *is_done);
    for (slot_number slot = 1; slot < count; slot++)
        if (!w->slots->is_read[slot] && from[slot] == 0)
            vec_push(&w->found, slot);
    while (w->found.len > 0) {
        slot_number slot = vec_pop(&w->found);
        is_done[slot] = true;
        for (uint32_t e = w->edges_to[slot]; e != 0; e = w->edges.data[e].next) {
            slot_number source = w->edges.data[e].from;
            if (--from[source] == 0 && !w->slots->is_read[source])
                vec_push(&w->found, source);
        }
    }
    for (slot_number slot = 1; slot < count; slot++)
        w->slots->is_read[slot] |= !is_done[slot];
    mem_free(from, count * sizeof *from);
    mem_free(is_done, count * sizeof *is_done);
}

printed_slots *printed_new(arena *memory, const ir_program *ir)
{
    walk w = {.ir = ir, .slots = ARENA_NEW(memory, printed_slots)};
    slot_number count = 1;
    w.slots->first = ARENA_ARRAY(memory, slot_number, ir->function_count);
    for (uint32_t f = 0; f < ir->function_count; f++) {
        w.slots->first[f] = count;
        count += ir->functions[f].slot_count;
    }
    w.slots->is_read = ARENA_ARRAY(memory, bool, count);
    w.edges_to = mem_alloc(count * sizeof *w.edges_to);
    vec_push(&w.edges, (slot_edge){0});
    for (uint32_t f = 0; f < ir->function_count; f++)
        for (ir_pc pc = 0; pc < ir->functions[f].code_count; pc++)
            visit(&w, f, &ir->functions[f].code[pc]);
    follow_reads(&w);
    read_circles(&w, count);
    mem_free(w.edges_to, count * sizeof *w.edges_to);
    vec_free(&w.edges);
    vec_free(&w.found);
    return w.slots;
}

bool printed_is(const printed_slots *p, uint32_t function, frame_slot slot)
{
    return !p->is_read[p->first[function] + slot];
}
