#include "analysis/live.h"

#include "analysis/flow.h"

#include <assert.h>
#include <string.h>

/* One bit set for each pc: what is live before its instruction (live-in). */
struct live_slots {
    const ir_function *f;
    size_t words; /* of one set */
    uint64_t *sets;
};

typedef struct live_pass {
    live_slots *live;
    uint64_t *out; /* live-out of the instruction at hand */
    bool changed;
} live_pass;

static uint64_t *set_at(const live_slots *l, ir_pc pc)
{
    return &l->sets[pc * l->words];
}

static void add(uint64_t *set, ir_operand o)
{
    if (IR_KIND(o) == IR_LOCAL)
        set[IR_INDEX(o) / 64] |= (uint64_t)1 << IR_INDEX(o) % 64;
}

/* The bit of O in word W of a set; 0: it has none there. */
static uint64_t bit_in(ir_operand o, size_t w)
{
    bool is_there =
        o != FLOW_NOTHING && IR_KIND(o) == IR_LOCAL && IR_INDEX(o) / 64 == w;
    return is_there ? (uint64_t)1 << IR_INDEX(o) % 64 : 0;
}

/* live-out is the union of live-in over the edges, less what each edge writes. */
static void join_successors(live_pass *p, ir_pc pc)
{
    const live_slots *l = p->live;
    flow_edge e;
    memset(p->out, 0, l->words * sizeof *p->out);
    for (uint32_t k = 0; flow_edge_at(l->f, pc, k, &e); k++) {
        assert(e.to < l->f->code_count);
        for (size_t w = 0; w < l->words; w++)
            p->out[w] |= set_at(l, e.to)[w] & ~bit_in(e.writes, w);
    }
}

static void visit(live_pass *p, ir_pc pc)
{
    const ir_function *f = p->live->f;
    const ir_instr *i = &f->code[pc];
    const char *shape = ir_op_shape((ir_op)i->op);
    join_successors(p, pc);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    if (flow_writes(i) && i->op != IR_FOREACH) /* writes on an edge */
        for (size_t w = 0; w < p->live->words; w++)
            p->out[w] &= ~bit_in(i->d, w);
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o')
            add(p->out, fields[k]);
    if (strchr(shape, '*') != NULL)
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            add(p->out, f->args[k]);
    size_t bytes = p->live->words * sizeof *p->out;
    if (memcmp(set_at(p->live, pc), p->out, bytes) != 0) {
        memcpy(set_at(p->live, pc), p->out, bytes);
        p->changed = true;
    }
}

live_slots *live_new(arena *memory, const ir_function *f)
{
    live_slots *l = ARENA_NEW(memory, live_slots);
    l->f = f;
    l->words = f->slot_count / 64 + 1;
    l->sets = ARENA_ARRAY(memory, uint64_t, l->words * f->code_count);
    live_pass p = {.live = l, .changed = true};
    p.out = ARENA_ARRAY(memory, uint64_t, l->words);
    while (p.changed) {
        p.changed = false;
        for (ir_pc pc = f->code_count; pc-- > 0;)
            visit(&p, pc);
    }
    return l;
}

bool live_before(const live_slots *l, ir_pc pc, frame_slot slot)
{
    assert(pc < l->f->code_count);
    assert(slot < l->f->slot_count);
    return (set_at(l, pc)[slot / 64] >> slot % 64 & 1) != 0;
}

bool live_behind_call(const live_slots *l, ir_pc pc, frame_slot slot)
{
    assert(l->f->code[pc].op == IR_CALL);
    return pc + 1 < l->f->code_count &&
           l->f->code[pc].d != IR_OPERAND(IR_LOCAL, slot) &&
           live_before(l, pc + 1, slot);
}
