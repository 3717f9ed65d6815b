#include "core/live.h"

#include <string.h>

/* Bit sets, one for each place: what is live before its instruction. */
struct live_slots {
    size_t words; /* of one set */
    uint64_t *sets;
};

typedef struct analysis {
    const ir_function *f;
    live_slots *live;
    uint64_t *out; /* what is live behind the instruction at hand */
    bool changed;
} analysis;

static void add(uint64_t *set, ir_operand o)
{
    if (IR_KIND(o) == IR_LOCAL)
        set[IR_INDEX(o) / 64] |= (uint64_t)1 << IR_INDEX(o) % 64;
}

static void drop(uint64_t *set, ir_operand o)
{
    if (IR_KIND(o) == IR_LOCAL)
        set[IR_INDEX(o) / 64] &= ~((uint64_t)1 << IR_INDEX(o) % 64);
}

static void join(analysis *a, uint32_t place)
{
    if (place >= a->f->code_count)
        return;
    for (size_t w = 0; w < a->live->words; w++)
        a->out[w] |= a->live->sets[place * a->live->words + w];
}

/* The payload of a case is written on the way to its body. */
static void join_case(analysis *a, const ir_case *one)
{
    const uint64_t *set = &a->live->sets[one->start * a->live->words];
    for (size_t w = 0; w < a->live->words; w++) {
        uint64_t word = set[w];
        if (one->slot != IR_NONE && one->slot / 64 == w)
            word &= ~((uint64_t)1 << one->slot % 64);
        a->out[w] |= word;
    }
}

static bool falls_through(uint8_t op)
{
    return op != IR_RETURN && op != IR_RAISE && op != IR_GOTO && op != IR_ELSE &&
           op != IR_REPEAT && op != IR_BREAK && op != IR_CONTINUE && op != IR_DONE &&
           op != IR_PROOF && op != IR_FAIL && op != IR_RECEIVE;
}

/* What is live behind an instruction: before each that may follow. */
static void join_successors(analysis *a, uint32_t place)
{
    const ir_instr *i = &a->f->code[place];
    const char *shape = ir_op_shape((ir_op)i->op);
    memset(a->out, 0, a->live->words * sizeof *a->out);
    if (falls_through(i->op))
        join(a, place + 1);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    for (int k = 0; k < 4 && i->op != IR_RECEIVE && i->op != IR_LOOP; k++)
        if (shape[k] == 'p')
            join(a, fields[k]);
    if (i->op != IR_RECEIVE)
        return;
    for (uint32_t k = i->first; k < i->first + i->count; k++)
        join_case(a, &a->f->cases[k]);
}

static void visit(analysis *a, uint32_t place)
{
    const ir_instr *i = &a->f->code[place];
    const char *shape = ir_op_shape((ir_op)i->op);
    join_successors(a, place);
    const uint32_t fields[4] = {i->d, i->a, i->b, i->c};
    if (shape[0] == 'd' && i->op != IR_FOREACH) /* which may write nothing */
        drop(a->out, i->d);
    for (int k = 0; k < 4; k++)
        if (shape[k] == 'o')
            add(a->out, fields[k]);
    if (strchr(shape, '*') != NULL)
        for (uint32_t k = i->first; k < i->first + i->count; k++)
            add(a->out, a->f->args[k]);
    uint64_t *set = &a->live->sets[place * a->live->words];
    size_t bytes = a->live->words * sizeof *set;
    if (memcmp(set, a->out, bytes) != 0) {
        memcpy(set, a->out, bytes);
        a->changed = true;
    }
}

static live_slots *analyse(core *c, const ir_function *f)
{
    live_slots *live = ARENA_NEW(&c->memory, live_slots);
    live->words = f->slot_count / 64 + 1;
    live->sets = ARENA_ARRAY(&c->memory, uint64_t, live->words * f->code_count);
    analysis a = {.f = f, .live = live, .changed = true};
    a.out = ARENA_ARRAY(&c->memory, uint64_t, live->words);
    while (a.changed) {
        a.changed = false;
        for (uint32_t place = f->code_count; place-- > 0;)
            visit(&a, place);
    }
    return live;
}

static bool has(const live_slots *live, uint32_t place, uint32_t slot)
{
    return live->sets[place * live->words + slot / 64] >> slot % 64 & 1;
}

bool live_at(core *c, uint32_t function, uint32_t place, uint32_t slot, bool after)
{
    const ir_function *f = &c->ir->functions[function];
    if (c->live[function] == NULL)
        c->live[function] = analyse(c, f);
    if (!after)
        return has(c->live[function], place, slot);
    return place + 1 < f->code_count &&
           f->code[place].d != IR_OPERAND(IR_LOCAL, slot) &&
           has(c->live[function], place + 1, slot);
}
