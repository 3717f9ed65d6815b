#include "analysis/equivariance.h"

#include "analysis/commute.h"

/* Why the machines of a declaration are pinned. */
typedef enum pin {
    PIN_NONE,
    PIN_SET,     /* the order of a set is visible */
    PIN_SEQ,     /* ... or of a value that is a sequence by its type */
    PIN_MAP,     /* the order of a map's keys is visible */
    PIN_NAME,    /* their names are visible */
    PIN_FOREIGN, /* a C function sees them */
} pin;

typedef struct pinned {
    pin why;
    srcpos pos;
    uint32_t child; /* declaration that it may create and that is pinned itself; or
                       IR_NONE */
} pinned;

struct equivariance {
    const test_context *t;
    fn_effects_table *effects;
    points_to *refs;
    commute *order;
    bool goes_by_type; /* a value is always of its static type */
    /* by declaration: */
    bool *may_be_several;
    pinned *pins;
    uint64_t *found; /* a set of declarations: scratch */
};

/* ---- Pinned declarations ---- */

static bool is_found(const equivariance *e, uint32_t decl)
{
    return (e->found[decl / 64] >> decl % 64 & 1) != 0;
}

static void forget_found(equivariance *e)
{
    for (uint32_t w = 0; w < points_to_words(e->refs); w++)
        e->found[w] = 0;
}

static void pin_found(equivariance *e, pin why, srcpos pos)
{
    for (uint32_t d = 0; d < e->t->ir->machine_count; d++)
        if (is_found(e, d) && e->pins[d].why == PIN_NONE)
            e->pins[d] = (pinned){why, pos, IR_NONE};
}

static bool has_found(const equivariance *e)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < points_to_words(e->refs); w++)
        any |= e->found[w];
    return any != 0;
}

/* Finds the declarations that any part of O may refer to. */
static void find_in(equivariance *e, uint32_t function, ir_operand o)
{
    points_to_add(e->refs, (fn_operand){function, o}, e->found);
}

/* ... its elements or keys; false: none. */
static bool find_in_first(equivariance *e, uint32_t function, ir_operand o)
{
    points_to_add_part(e->refs, (fn_operand){function, o}, 0, e->found);
    return has_found(e);
}

static void find_in_args(equivariance *e, uint32_t function, const ir_instr *i)
{
    const ir_function *f = &e->t->ir->functions[function];
    for (uint32_t k = 0; k < i->count; k++)
        find_in(e, function, f->args[i->first + k]);
}

static type_id type_of(const equivariance *e, const ir_function *f, ir_operand o)
{
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return f->slots[IR_INDEX(o)].type;
    case IR_FIELD_OF_MACHINE:
        return e->t->ir->machines[f->machine].fields[IR_INDEX(o)].type;
    }
    return TYPE_ANY;
}

/* A sequence may be a set where types cannot be trusted. */
static pin why_in_loop(const equivariance *e, const ir_function *f, ir_operand o)
{
    const types *t = &e->t->ir->source->types;
    if (type_kind_of(t, type_of(e, f, o)) != TYPE_KIND_SEQ)
        return PIN_SET;
    return e->goes_by_type ? PIN_NONE : PIN_SEQ;
}

/* Why the found declarations must be pinned; PIN_NONE: they need not. */
static pin why_at(equivariance *e, uint32_t function, ir_pc pc)
{
    const ir_function *f = &e->t->ir->functions[function];
    const ir_instr *i = &f->code[pc];
    pin why;
    switch (i->op) {
    case IR_SET_GET:
        return find_in_first(e, function, i->a) ? PIN_SET : PIN_NONE;
    case IR_FOREACH:
        why = why_in_loop(e, f, i->a);
        return why != PIN_NONE && find_in_first(e, function, i->a) &&
                       commute_loop_shows(e->order, function, pc)
                   ? why
                   : PIN_NONE;
    case IR_KEYS:
    case IR_VALUES:
        return find_in_first(e, function, i->a) &&
                       commute_list_shows(e->order, function, pc)
                   ? PIN_MAP
                   : PIN_NONE;
    case IR_FORMAT:
        find_in_args(e, function, i);
        return has_found(e) && commute_text_shows(e->order, function, pc) ? PIN_NAME
                                                                          : PIN_NONE;
    case IR_CALL:
        find_in_args(e, function, i);
        return e->t->ir->functions[i->a].code_count == 0 && e->t->has_foreign
                   ? PIN_FOREIGN
                   : PIN_NONE;
    }
    return PIN_NONE;
}

static void scan_instruction(equivariance *e, uint32_t function, ir_pc pc)
{
    forget_found(e);
    pin why = why_at(e, function, pc);
    if (why != PIN_NONE)
        pin_found(e, why, e->t->ir->functions[function].positions[pc]);
}

/* ---- Types that can be trusted ---- */

static bool is_const_event(const equivariance *e, ir_operand o)
{
    return IR_KIND(o) == IR_CONST &&
           e->t->ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT;
}

/* May a value have parts of other types than declared after the instruction?  A cast
 * checks the outermost constructor only, and a computed event may have any payload. */
static bool loses_type(const equivariance *e, const ir_instr *i)
{
    switch (i->op) {
    case IR_CAST:
        return type_get(&e->t->ir->source->types, i->b)->count > 0;
    case IR_SEND:
        return !is_const_event(e, i->b);
    case IR_ANNOUNCE:
    case IR_RAISE:
        return !is_const_event(e, i->a);
    case IR_CALL:
        return e->t->ir->functions[i->a].code_count == 0;
    }
    return false;
}

static void visit_code(equivariance *e,
                       void (*visit)(equivariance *e, uint32_t function, ir_pc pc))
{
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->function_count; i++)
        for (uint32_t k = 0;
             points_to_runs(e->refs, i) && k < ir->functions[i].code_count; k++)
            visit(e, i, k);
}

static void check_types(equivariance *e, uint32_t function, ir_pc pc)
{
    e->goes_by_type &= !loses_type(e, &e->t->ir->functions[function].code[pc]);
}

/* ---- Creations ---- */

static bool may_create(const equivariance *e, uint32_t parent, uint32_t child)
{
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!e->effects->exists[i] || e->t->bindings[i]->machine != parent)
            continue;
        const ir_machine *maker = &ir->machines[parent];
        for (uint32_t k = 0; k < maker->create_count; k++) {
            uint32_t made = fn_effects_made(e->t, i, maker->creates[k]);
            if (made != IR_NONE && e->t->bindings[made]->machine == child)
                return true;
        }
    }
    return false;
}

/* A renaming moves children along with their creator, so they must be permutable, too.
 */
static void pin_creators(equivariance *e)
{
    uint32_t count = e->t->ir->machine_count;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < count; p++) {
            for (uint32_t d = 0; d < count && e->pins[p].why == PIN_NONE; d++) {
                if (e->pins[d].why == PIN_NONE || !may_create(e, p, d))
                    continue;
                e->pins[p] = (pinned){e->pins[d].why, e->pins[d].pos, d};
                changed = true;
            }
        }
    }
}

static bool is_in_loop(const ir_function *f, ir_pc pc)
{
    for (uint32_t k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_REPEAT && f->code[k].a <= pc && pc < k)
            return true;
    return false;
}

/* Does a machine enter its start state again? */
static bool starts_again(const equivariance *e, uint32_t interface)
{
    const ir_machine *m = &e->t->ir->machines[e->t->bindings[interface]->machine];
    for (uint32_t s = 0; s < m->state_count; s++)
        for (uint32_t a = 0; a < m->states[s].action_count; a++)
            if (m->states[s].actions[a].kind == ACTION_GOTO &&
                m->states[s].actions[a].target == m->start)
                return true;
    for (uint32_t f = 0; f < e->t->ir->function_count; f++)
        if (bits_has(&e->effects->runs[interface], f) &&
            bits_has(&e->effects->of[f].gotos, m->start))
            return true;
    return false;
}

/* Counts how often a machine has FUNCTION as a root. */
typedef struct root_uses {
    uint32_t function;
    uint32_t count;
} root_uses;

static void count_root(void *context, uint32_t function)
{
    root_uses *u = context;
    u->count += function == u->function;
}

/* Does a machine of INTERFACE surely execute PC of FUNCTION at most once? */
static bool runs_once(const equivariance *e, uint32_t interface, uint32_t function,
                      ir_pc pc, unsigned depth)
{
    assert(bits_has(&e->effects->runs[interface], function));
    enum { DEEPEST = 20 }; /* nested calls: they may be recursive */
    const ir_program *ir = e->t->ir;
    const ir_machine *m = &ir->machines[e->t->bindings[interface]->machine];
    if (is_in_loop(&ir->functions[function], pc) || depth > DEEPEST)
        return false;
    root_uses roots = {.function = function};
    fn_effects_each_root(m, count_root, &roots);
    bool is_start = m->states[m->start].entry == function;
    if (roots.count > is_start || (is_start && starts_again(e, interface)))
        return false;
    uint32_t calls = is_start;
    bool is_once = true;
    for (uint32_t f = 0; f < ir->function_count; f++) {
        for (uint32_t k = 0; k < ir->functions[f].code_count; k++) {
            const ir_instr *i = &ir->functions[f].code[k];
            if (i->op != IR_CALL || i->a != function ||
                !bits_has(&e->effects->runs[interface], f))
                continue;
            is_once &= ++calls == 1 && runs_once(e, interface, f, k, depth + 1);
        }
    }
    return is_once;
}

/* Does a machine of MAKER have two `new ASKED`, or one that it may execute again? */
static bool may_make_several(const equivariance *e, uint32_t maker, uint32_t asked)
{
    const ir_program *ir = e->t->ir;
    uint32_t count = 0;
    bool is_once = true;
    for (uint32_t f = 0; f < ir->function_count; f++) {
        for (uint32_t k = 0; k < ir->functions[f].code_count; k++) {
            const ir_instr *i = &ir->functions[f].code[k];
            if (i->op != IR_NEW || i->a != asked ||
                !bits_has(&e->effects->runs[maker], f))
                continue;
            count++;
            is_once &= runs_once(e, maker, f, k, 0);
        }
    }
    return count > 1 || (count == 1 && !is_once);
}

static void find_several(equivariance *e)
{
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        for (uint32_t asked = 0; e->effects->exists[i] && asked < ir->interface_count;
             asked++) {
            uint32_t made = fn_effects_made(e->t, i, asked);
            if (made != IR_NONE && may_make_several(e, i, asked))
                e->may_be_several[e->t->bindings[made]->machine] = true;
        }
    }
}

/* ---- Construction ---- */

equivariance *equivariance_new(const test_context *t)
{
    equivariance *e = mem_alloc(sizeof *e);
    uint32_t count = t->ir->machine_count;
    e->t = t;
    e->effects = fn_effects_new(t);
    e->refs = points_to_new(t, e->effects);
    e->order = commute_new(t, e->effects, e->refs);
    e->may_be_several = mem_alloc(count * sizeof *e->may_be_several);
    e->pins = mem_alloc(count * sizeof *e->pins);
    e->found = mem_alloc(points_to_words(e->refs) * sizeof *e->found);
    find_several(e);
    e->goes_by_type = true;
    visit_code(e, check_types);
    visit_code(e, scan_instruction);
    pin_creators(e);
    return e;
}

void equivariance_free(equivariance *e)
{
    if (e == NULL)
        return;
    uint32_t count = e->t->ir->machine_count;
    mem_free(e->may_be_several, count * sizeof *e->may_be_several);
    mem_free(e->pins, count * sizeof *e->pins);
    mem_free(e->found, points_to_words(e->refs) * sizeof *e->found);
    commute_free(e->order);
    points_to_free(e->refs);
    fn_effects_free(e->effects);
    mem_free(e, sizeof *e);
}

bool equivariance_may_permute(const equivariance *e, uint32_t decl)
{
    assert(decl < e->t->ir->machine_count);
    return e->pins[decl].why == PIN_NONE;
}

bool equivariance_has_orbits(const equivariance *e)
{
    for (uint32_t d = 0; d < e->t->ir->machine_count; d++)
        if (e->may_be_several[d] && equivariance_may_permute(e, d))
            return true;
    return false;
}

bool equivariance_is_inside(const equivariance *e, uint32_t function, ir_pc pc)
{
    return commute_is_inside(e->order, function, pc);
}

/* ---- Report ---- */

/* FILE:LINE. */
static void show_position(const equivariance *e, srcpos pos, strbuf *out)
{
    const sources *all = e->t->ir->source->sources;
    const source_file *file = NULL;
    vec_each (f, &all->files)
        if (f->base <= pos && (file == NULL || f->base > file->base))
            file = f;
    uint32_t line = 1;
    for (uint32_t k = 0; file != NULL && k < pos - file->base && k < file->len; k++)
        line += file->text[k] == '\n';
    strbuf_printf(out, "%s:%u", file != NULL ? file->path : "?", line);
}

static void show_pin(const equivariance *e, const pinned *p, strbuf *out)
{
    assert(p->why != PIN_NONE);
    static const char uncertain[] =
        "types are uncertain (casts, computed events), so a seq may be a set of "
        "machines, whose order is observable at";
    static const char *const reasons[] = {
        [PIN_NONE] = "",
        [PIN_SET] = "the order of a set of machines is observable at",
        [PIN_SEQ] = uncertain,
        [PIN_MAP] = "the order of a map's keys, which are machines, is observable at",
        [PIN_NAME] = "the name of a machine becomes part of a string at",
        [PIN_FOREIGN] = "a machine is passed to a foreign function at",
    };
    if (p->child != IR_NONE)
        strbuf_printf(out, "they create %s machines, and ",
                      e->t->ir->machines[p->child].name);
    strbuf_printf(out, "%s ", reasons[p->why]);
    show_position(e, p->pos, out);
}

void equivariance_report(const equivariance *e, strbuf *out)
{
    size_t before = out->len;
    for (uint32_t d = 0; d < e->t->ir->machine_count; d++) {
        if (!e->may_be_several[d])
            continue;
        const char *name = e->t->ir->machines[d].name;
        if (out->len > before)
            strbuf_putc(out, '\n');
        if (equivariance_may_permute(e, d)) {
            strbuf_printf(out, "%s machines are symmetric", name);
            continue;
        }
        strbuf_printf(out, "%s machines are not symmetric: ", name);
        show_pin(e, &e->pins[d], out);
    }
    if (out->len == before)
        strbuf_puts(
            out, "no machines are symmetric: no machine creates two of the same type");
}
