/* The set before an instruction is what is asked behind it, less what it writes, and
 * what it asks itself.  Fields belong to all functions of a machine, so they are kept
 * apart, and the functions are analysed again until no more fields are asked. */
#include "analysis/seq_order.h"

#include "analysis/flow.h"

#include <assert.h>
#include <string.h>

struct seq_order {
    const ir_program *ir;
    bool **asked; /* by machine, then field */
};

typedef struct pass {
    seq_order *order;
    const ir_function *f;
    size_t words;   /* of a set of slots */
    uint64_t *sets; /* by pc: what is asked before it */
    uint64_t *now;
    bool has_new_field;
} pass;

static void ask(pass *p, ir_operand o)
{
    if (o == FLOW_NOTHING)
        return;
    if (IR_KIND(o) == IR_LOCAL)
        p->now[IR_INDEX(o) / 64] |= (uint64_t)1 << IR_INDEX(o) % 64;
    if (IR_KIND(o) != IR_FIELD_OF_MACHINE)
        return;
    assert(p->f->machine != IR_NONE);
    bool *asked = &p->order->asked[p->f->machine][IR_INDEX(o)];
    p->has_new_field |= !*asked;
    *asked = true;
}

static bool is_asked(const pass *p, ir_operand o)
{
    if (IR_KIND(o) == IR_LOCAL)
        return (p->now[IR_INDEX(o) / 64] >> IR_INDEX(o) % 64 & 1) != 0;
    return IR_KIND(o) == IR_FIELD_OF_MACHINE &&
           p->order->asked[p->f->machine][IR_INDEX(o)];
}

static void forget(pass *p, ir_operand o)
{
    if (o != FLOW_NOTHING && IR_KIND(o) == IR_LOCAL)
        p->now[IR_INDEX(o) / 64] &= ~((uint64_t)1 << IR_INDEX(o) % 64);
}

static void ask_all(pass *p, const ir_instr *i)
{
    const char *shape = ir_op_shape((ir_op)i->op);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o')
            ask(p, fields[k]);
    if (strchr(shape, '*') != NULL)
        for (uint32_t k = 0; k < i->count; k++)
            ask(p, p->f->args[i->first + k]);
}

/* WANTED: the order in the result is asked. */
static void ask_operands(pass *p, const ir_instr *i, bool wanted)
{
    switch (i->op) {
    case IR_SIZE:
    case IR_KEYS:
        return;
    case IR_IN_SEQ: /* is A in B? */
    case IR_IN_MAP:
        ask(p, i->a);
        return;
    case IR_MOVE:
    case IR_FIELD:
    case IR_TUPLE:
    case IR_WITH_FIELD:
        if (wanted)
            ask_all(p, i);
        return;
    case IR_SEQ_INSERT:
    case IR_MAP_GET:
    case IR_MAP_REMOVE:
        ask(p, i->b);
        if (i->op == IR_SEQ_INSERT)
            ask(p, i->c);
        if (wanted)
            ask(p, i->a);
        return;
    case IR_MAP_PUT:
    case IR_MAP_INSERT:
        ask(p, i->b);
        if (wanted) {
            ask(p, i->a);
            ask(p, i->c);
        }
        return;
    }
    ask_all(p, i);
}

/* What is asked behind PC, by the edges that leave it. */
static void join_successors(pass *p, ir_pc pc)
{
    flow_edge e;
    memset(p->now, 0, p->words * sizeof *p->now);
    for (uint32_t k = 0; flow_edge_at(p->f, pc, k, &e); k++) {
        assert(e.to < p->f->code_count);
        const uint64_t *to = &p->sets[e.to * p->words];
        for (size_t w = 0; w < p->words; w++)
            p->now[w] |= to[w];
    }
}

/* True: the set before PC has grown. */
static bool visit(pass *p, ir_pc pc)
{
    const ir_instr *i = &p->f->code[pc];
    join_successors(p, pc);
    bool writes = flow_writes(i) && i->op != IR_FOREACH; /* that may write nothing */
    bool wanted = writes && is_asked(p, i->d);
    if (writes)
        forget(p, i->d);
    ask_operands(p, i, wanted);
    uint64_t *before = &p->sets[pc * p->words];
    size_t bytes = p->words * sizeof *before;
    if (memcmp(before, p->now, bytes) == 0)
        return false;
    memcpy(before, p->now, bytes);
    return true;
}

/* True: more fields are asked. */
static bool analyse(seq_order *s, const ir_function *f)
{
    pass p = {.order = s, .f = f, .words = f->slot_count / 64 + 1};
    p.sets = mem_alloc(p.words * f->code_count * sizeof *p.sets);
    p.now = mem_alloc(p.words * sizeof *p.now);
    for (bool changed = true; changed;) {
        changed = false;
        for (ir_pc pc = f->code_count; pc-- > 0;)
            changed |= visit(&p, pc);
    }
    mem_free(p.now, p.words * sizeof *p.now);
    mem_free(p.sets, p.words * f->code_count * sizeof *p.sets);
    return p.has_new_field;
}

seq_order *seq_order_new(arena *memory, const ir_program *ir)
{
    seq_order *s = ARENA_NEW(memory, seq_order);
    s->ir = ir;
    s->asked = ARENA_ARRAY(memory, bool *, ir->machine_count);
    for (uint32_t m = 0; m < ir->machine_count; m++)
        s->asked[m] = ARENA_ARRAY(memory, bool, ir->machines[m].field_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < ir->function_count; k++)
            if (ir->functions[k].code_count > 0 && ir->functions[k].machine != IR_NONE)
                changed |= analyse(s, &ir->functions[k]);
    }
    return s;
}

bool seq_order_is_hidden(const seq_order *s, uint32_t machine, uint32_t field)
{
    assert(machine < s->ir->machine_count);
    assert(field < s->ir->machines[machine].field_count);
    return !s->asked[machine][field];
}
