#include "engine/reduce/equivariant.h"

#include "engine/reduce/order.h"

/* Why the machines of a declaration are pinned. */
typedef enum pin {
    PIN_NONE,
    PIN_SET,     /* the order of a set shows */
    PIN_SEQ,     /* ... or of what the program says is a sequence */
    PIN_MAP,     /* that of a map's keys does */
    PIN_NAME,    /* their names do */
    PIN_FOREIGN, /* a C function sees them */
} pin;

typedef struct pinned {
    pin why;
    srcpos pos;
    uint32_t child; /* that it may create, and which is pinned so; or IR_NONE */
} pinned;

struct equivariant {
    core *c;
    deeds *d;
    refs *r;
    order *o;
    bool goes_by_type; /* a value is always of its static type */
    /* by declaration: */
    bool *may_be_several;
    pinned *pins;
    uint64_t *found; /* a set of declarations: scratch */
};

/* ---- What is pinned ---- */

static bool is_found(const equivariant *e, uint32_t decl)
{
    return (e->found[decl / 64] >> decl % 64 & 1) != 0;
}

static void forget_found(equivariant *e)
{
    for (uint32_t w = 0; w < refs_words(e->r); w++)
        e->found[w] = 0;
}

static void pin_found(equivariant *e, pin why, srcpos pos)
{
    for (uint32_t d = 0; d < e->c->ir->machine_count; d++)
        if (is_found(e, d) && e->pins[d].why == PIN_NONE)
            e->pins[d] = (pinned){why, pos, IR_NONE};
}

static bool has_found(const equivariant *e)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < refs_words(e->r); w++)
        any |= e->found[w];
    return any != 0;
}

/* Finds whom all of O may refer to. */
static void find_in(equivariant *e, uint32_t function, ir_operand o)
{
    refs_add(e->r, (deed_operand){function, o}, e->found);
}

/* ... its elements or keys; false: to none. */
static bool find_in_first(equivariant *e, uint32_t function, ir_operand o)
{
    refs_add_part(e->r, (deed_operand){function, o}, 0, e->found);
    return has_found(e);
}

static void find_in_args(equivariant *e, uint32_t function, const ir_instr *i)
{
    const ir_function *f = &e->c->ir->functions[function];
    for (uint32_t k = 0; k < i->count; k++)
        find_in(e, function, f->args[i->first + k]);
}

static type_id type_of(const equivariant *e, const ir_function *f, ir_operand o)
{
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return f->slots[IR_INDEX(o)].type;
    case IR_FIELD_OF_MACHINE:
        return e->c->ir->machines[f->machine].fields[IR_INDEX(o)].type;
    }
    return TYPE_ANY;
}

/* A sequence may be a set where types cannot be trusted. */
static pin why_in_loop(const equivariant *e, const ir_function *f, ir_operand o)
{
    const types *t = &e->c->source->types;
    if (type_kind_of(t, type_of(e, f, o)) != TYPE_KIND_SEQ)
        return PIN_SET;
    return e->goes_by_type ? PIN_NONE : PIN_SEQ;
}

/* Why those that are found are to be pinned; PIN_NONE: they are not. */
static pin why_at(equivariant *e, uint32_t function, uint32_t place)
{
    const ir_function *f = &e->c->ir->functions[function];
    const ir_instr *i = &f->code[place];
    pin why;
    switch (i->op) {
    case IR_SET_GET:
        return find_in_first(e, function, i->a) ? PIN_SET : PIN_NONE;
    case IR_FOREACH:
        why = why_in_loop(e, f, i->a);
        return why != PIN_NONE && find_in_first(e, function, i->a) &&
                       order_shows_in_loop(e->o, function, place)
                   ? why
                   : PIN_NONE;
    case IR_KEYS:
    case IR_VALUES:
        return find_in_first(e, function, i->a) &&
                       order_shows_in_list(e->o, function, place)
                   ? PIN_MAP
                   : PIN_NONE;
    case IR_FORMAT:
        find_in_args(e, function, i);
        return has_found(e) && order_shows_in_text(e->o, function, place) ? PIN_NAME
                                                                          : PIN_NONE;
    case IR_CALL:
        find_in_args(e, function, i);
        return e->c->ir->functions[i->a].code_count == 0 &&
                       e->c->options.foreign != NULL
                   ? PIN_FOREIGN
                   : PIN_NONE;
    }
    return PIN_NONE;
}

static void scan_instruction(equivariant *e, uint32_t function, uint32_t place)
{
    forget_found(e);
    pin why = why_at(e, function, place);
    if (why != PIN_NONE)
        pin_found(e, why, e->c->ir->functions[function].positions[place]);
}

/* ---- Types that can be trusted ---- */

static bool is_const_event(const equivariant *e, ir_operand o)
{
    return IR_KIND(o) == IR_CONST &&
           e->c->ir->consts[IR_INDEX(o)].kind == IR_CONST_EVENT;
}

/* May a value have parts of other types than it says behind the instruction?  A cast
 * looks at the outermost part only, and an event that is computed may have any payload.
 */
static bool loses_type(const equivariant *e, const ir_instr *i)
{
    switch (i->op) {
    case IR_CAST:
        return type_get(&e->c->source->types, i->b)->count > 0;
    case IR_SEND:
        return !is_const_event(e, i->b);
    case IR_ANNOUNCE:
    case IR_RAISE:
        return !is_const_event(e, i->a);
    case IR_CALL:
        return e->c->ir->functions[i->a].code_count == 0;
    }
    return false;
}

static void visit_code(equivariant *e,
                       void (*visit)(equivariant *e, uint32_t function, uint32_t place))
{
    const ir_program *ir = e->c->ir;
    for (uint32_t i = 0; i < ir->function_count; i++)
        for (uint32_t k = 0; refs_runs(e->r, i) && k < ir->functions[i].code_count; k++)
            visit(e, i, k);
}

static void check_types(equivariant *e, uint32_t function, uint32_t place)
{
    e->goes_by_type &= !loses_type(e, &e->c->ir->functions[function].code[place]);
}

/* ---- Who creates whom ---- */

static bool may_create(const equivariant *e, uint32_t parent, uint32_t child)
{
    const ir_program *ir = e->c->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!e->d->exists[i] || e->c->bindings[i]->machine != parent)
            continue;
        const ir_machine *maker = &ir->machines[parent];
        for (uint32_t k = 0; k < maker->create_count; k++) {
            uint32_t made = deeds_made(e->c, i, maker->creates[k]);
            if (made != IR_NONE && e->c->bindings[made]->machine == child)
                return true;
        }
    }
    return false;
}

/* What moves along with a machine that moves must be able to. */
static void pin_creators(equivariant *e)
{
    uint32_t count = e->c->ir->machine_count;
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

static bool is_in_loop(const ir_function *f, uint32_t place)
{
    for (uint32_t k = 0; k < f->code_count; k++)
        if (f->code[k].op == IR_REPEAT && f->code[k].a <= place && place < k)
            return true;
    return false;
}

/* Does a machine enter its start state again? */
static bool starts_again(const equivariant *e, uint32_t interface)
{
    const ir_machine *m = &e->c->ir->machines[e->c->bindings[interface]->machine];
    for (uint32_t s = 0; s < m->state_count; s++)
        for (uint32_t a = 0; a < m->states[s].action_count; a++)
            if (m->states[s].actions[a].kind == ACTION_GOTO &&
                m->states[s].actions[a].target == m->start)
                return true;
    for (uint32_t f = 0; f < e->c->ir->function_count; f++)
        if (bits_has(&e->d->runs[interface], f) &&
            bits_has(&e->d->of[f].gotos, m->start))
            return true;
    return false;
}

/* How a machine comes to run a function for itself. */
typedef struct root_uses {
    uint32_t function;
    uint32_t count;
} root_uses;

static void count_root(void *context, uint32_t function)
{
    root_uses *u = context;
    u->count += function == u->function;
}

/* Is it clear that a machine of INTERFACE comes to PLACE of FUNCTION at most once? */
static bool runs_once(const equivariant *e, uint32_t interface, uint32_t function,
                      uint32_t place, unsigned depth)
{
    enum { DEEPEST = 20 }; /* calls within calls: it may be a circle */
    const ir_program *ir = e->c->ir;
    const ir_machine *m = &ir->machines[e->c->bindings[interface]->machine];
    if (is_in_loop(&ir->functions[function], place) || depth > DEEPEST)
        return false;
    root_uses roots = {.function = function};
    deeds_each_root(m, count_root, &roots);
    bool is_start = m->states[m->start].entry == function;
    if (roots.count > is_start || (is_start && starts_again(e, interface)))
        return false;
    uint32_t calls = is_start;
    bool is_once = true;
    for (uint32_t f = 0; f < ir->function_count; f++) {
        for (uint32_t k = 0; k < ir->functions[f].code_count; k++) {
            const ir_instr *i = &ir->functions[f].code[k];
            if (i->op != IR_CALL || i->a != function ||
                !bits_has(&e->d->runs[interface], f))
                continue;
            is_once &= ++calls == 1 && runs_once(e, interface, f, k, depth + 1);
        }
    }
    return is_once;
}

/* Two places where a machine of MAKER asks for ASKED, or one that it comes to again. */
static bool may_make_several(const equivariant *e, uint32_t maker, uint32_t asked)
{
    const ir_program *ir = e->c->ir;
    uint32_t count = 0;
    bool is_once = true;
    for (uint32_t f = 0; f < ir->function_count; f++) {
        for (uint32_t k = 0; k < ir->functions[f].code_count; k++) {
            const ir_instr *i = &ir->functions[f].code[k];
            if (i->op != IR_NEW || i->a != asked || !bits_has(&e->d->runs[maker], f))
                continue;
            count++;
            is_once &= runs_once(e, maker, f, k, 0);
        }
    }
    return count > 1 || (count == 1 && !is_once);
}

static void find_several(equivariant *e)
{
    const ir_program *ir = e->c->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        for (uint32_t asked = 0; e->d->exists[i] && asked < ir->interface_count;
             asked++) {
            uint32_t made = deeds_made(e->c, i, asked);
            if (made != IR_NONE && may_make_several(e, i, asked))
                e->may_be_several[e->c->bindings[made]->machine] = true;
        }
    }
}

/* ---- Beginning and end ---- */

equivariant *equivariant_new(core *c)
{
    equivariant *e = mem_alloc(sizeof *e);
    uint32_t count = c->ir->machine_count;
    e->c = c;
    e->d = deeds_new(c);
    e->r = refs_new(c, e->d);
    e->o = order_new(c, e->d, e->r);
    e->may_be_several = mem_alloc(count * sizeof *e->may_be_several);
    e->pins = mem_alloc(count * sizeof *e->pins);
    e->found = mem_alloc(refs_words(e->r) * sizeof *e->found);
    find_several(e);
    e->goes_by_type = true;
    visit_code(e, check_types);
    visit_code(e, scan_instruction);
    pin_creators(e);
    return e;
}

void equivariant_free(equivariant *e)
{
    if (e == NULL)
        return;
    uint32_t count = e->c->ir->machine_count;
    mem_free(e->may_be_several, count * sizeof *e->may_be_several);
    mem_free(e->pins, count * sizeof *e->pins);
    mem_free(e->found, refs_words(e->r) * sizeof *e->found);
    order_free(e->o);
    refs_free(e->r);
    deeds_free(e->d);
    mem_free(e, sizeof *e);
}

bool equivariant_may_move(const equivariant *e, uint32_t decl)
{
    return e->pins[decl].why == PIN_NONE;
}

bool equivariant_has_roles(const equivariant *e)
{
    for (uint32_t d = 0; d < e->c->ir->machine_count; d++)
        if (e->may_be_several[d] && equivariant_may_move(e, d))
            return true;
    return false;
}

bool equivariant_is_between(const equivariant *e, uint32_t function, uint32_t place)
{
    return order_is_inside(e->o, function, place);
}

/* ---- Report ---- */

/* FILE:LINE. */
static void show_place(const equivariant *e, srcpos pos, strbuf *out)
{
    const sources *all = e->c->source->sources;
    const source_file *file = NULL;
    vec_each (f, &all->files)
        if (f->base <= pos && (file == NULL || f->base > file->base))
            file = f;
    uint32_t line = 1;
    for (uint32_t k = 0; file != NULL && k < pos - file->base && k < file->len; k++)
        line += file->text[k] == '\n';
    strbuf_printf(out, "%s:%u", file != NULL ? file->path : "?", line);
}

static void show_pin(const equivariant *e, const pinned *p, strbuf *out)
{
    static const char uncertain[] =
        "types are uncertain here (casts, computed events), so a seq may be a set of "
        "machines, whose order shows at";
    static const char *const reasons[] = {
        [PIN_NONE] = "",
        [PIN_SET] = "the order of a set of machines shows at",
        [PIN_SEQ] = uncertain,
        [PIN_MAP] = "the order of a map's keys, which are machines, shows at",
        [PIN_NAME] = "the name of a machine becomes part of a string at",
        [PIN_FOREIGN] = "a function written in C is given a machine at",
    };
    if (p->child != IR_NONE)
        strbuf_printf(out, "they create %s machines, and ",
                      e->c->ir->machines[p->child].name);
    strbuf_printf(out, "%s ", reasons[p->why]);
    show_place(e, p->pos, out);
}

void equivariant_report(const equivariant *e, strbuf *out)
{
    size_t before = out->len;
    for (uint32_t d = 0; d < e->c->ir->machine_count; d++) {
        if (!e->may_be_several[d])
            continue;
        const char *name = e->c->ir->machines[d].name;
        if (out->len > before)
            strbuf_putc(out, '\n');
        if (equivariant_may_move(e, d)) {
            strbuf_printf(out, "%s machines are symmetric", name);
            continue;
        }
        strbuf_printf(out, "%s machines are not symmetric: ", name);
        show_pin(e, &e->pins[d], out);
    }
    if (out->len == before)
        strbuf_puts(out, "no machines are symmetric: nobody creates two of a kind");
}
