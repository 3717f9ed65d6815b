#include "analysis/equivariance.h"

#include "analysis/commute.h"
#include "base/scc.h"

/* Why the machines of a declaration are pinned. */
typedef enum pin {
    PIN_NONE,
    PIN_SET,     /* the order of a set is visible */
    PIN_SEQ,     /* ... or of a value that is a sequence by its type */
    PIN_MAP,     /* the order of a map's keys is visible */
    PIN_NAME,    /* their names are visible */
    PIN_NARROW,  /* some of them are never chosen, by their order */
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
    /* scratch of find_several: */
    bits looped; /* pcs of LOOP_FUNCTION inside loops */
    uint32_t loop_function;
    uint32_t *root_uses; /* by function: how often the machine runs it for itself */
    fn_place *only_new;  /* by interface: the last `new` of it ... */
    uint32_t *new_count; /* ... and how many there are */
};

/* ---- Pinned declarations ---- */

static bool is_found(const equivariance *e, uint32_t decl)
{
    uint32_t bit = points_to_class(e->refs, decl);
    return (e->found[bit / 64] >> bit % 64 & 1) != 0;
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
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
        return e->t->narrows && find_in_first(e, function, i->a) ? PIN_NARROW
                                                                 : PIN_NONE;
    case IR_SET_GET:
        return find_in_first(e, function, i->a) &&
                       commute_get_shows(e->order, function, pc)
                   ? PIN_SET
                   : PIN_NONE;
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

/* May an instruction show which machines there are? */
static bool may_show(uint8_t op)
{
    return op == IR_SET_GET || op == IR_FOREACH || op == IR_KEYS || op == IR_VALUES ||
           op == IR_FORMAT || op == IR_CALL || op == IR_CHOOSE_SET ||
           op == IR_CHOOSE_MAP;
}

static void scan_instruction(equivariance *e, uint32_t function, ir_pc pc)
{
    if (!may_show(e->t->ir->functions[function].code[pc].op))
        return;
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
    for (uint32_t i = 0; i < ir->function_count && !test_context_is_over(e->t); i++)
        for (uint32_t k = 0;
             points_to_runs(e->refs, i) && k < ir->functions[i].code_count; k++)
            visit(e, i, k);
}

static void check_types(equivariance *e, uint32_t function, ir_pc pc)
{
    e->goes_by_type &= !loses_type(e, &e->t->ir->functions[function].code[pc]);
}

/* ---- Creations ---- */

/* Who may create whom, by declaration. */
typedef VEC(scc_edge) creation_list;

static void list_creations(const equivariance *e, creation_list *out)
{
    const ir_program *ir = e->t->ir;
    for (uint32_t i = 0; i < ir->interface_count; i++) {
        if (!e->effects->exists[i])
            continue;
        uint32_t parent = test_context_machine(e->t, i);
        const ir_machine *maker = &ir->machines[parent];
        for (uint32_t k = 0; k < maker->create_count; k++) {
            uint32_t made = fn_effects_made(e->t, i, maker->creates[k]);
            if (made == IR_NONE)
                continue;
            scc_edge one = {parent, test_context_machine(e->t, made)};
            vec_push(out, one);
        }
    }
}

/* The creators of each declaration: those of D are LIST[FIRST[D]] up to FIRST[D + 1].
 */
typedef struct creators {
    uint32_t *first;
    uint32_t *list;
} creators;

static creators sort_creations(const creation_list *all, uint32_t count)
{
    creators c = {mem_alloc(((size_t)count + 2) * sizeof *c.first),
                  mem_alloc((all->len + 1) * sizeof *c.list)};
    vec_each (one, all)
        c.first[one->to + 2]++;
    for (uint32_t d = 0; d < count; d++)
        c.first[d + 2] += c.first[d + 1];
    vec_each (one, all)
        c.list[c.first[one->to + 1]++] = one->from;
    return c;
}

/* A renaming moves children along with their creator, so they must be permutable, too.
 * The nearest reason is kept. */
static void pin_creators(equivariance *e)
{
    uint32_t count = e->t->ir->machine_count;
    creation_list all = {0};
    list_creations(e, &all);
    creators c = sort_creations(&all, count);
    VEC(uint32_t) open = {0};
    for (uint32_t d = 0; d < count; d++)
        if (e->pins[d].why != PIN_NONE)
            vec_push(&open, d);
    for (size_t n = 0; n < open.len; n++) {
        uint32_t d = open.data[n];
        for (uint32_t k = c.first[d]; k < c.first[d + 1]; k++) {
            pinned *p = &e->pins[c.list[k]];
            if (p->why != PIN_NONE)
                continue;
            *p = (pinned){e->pins[d].why, e->pins[d].pos, d};
            vec_push(&open, c.list[k]);
        }
    }
    mem_free(c.first, ((size_t)count + 2) * sizeof *c.first);
    mem_free(c.list, (all.len + 1) * sizeof *c.list);
    vec_free(&open);
    vec_free(&all);
}

/* Loops are nested or apart, so those that begin later and end earlier add nothing. */
static void find_loops(equivariance *e, uint32_t function)
{
    const ir_function *f = &e->t->ir->functions[function];
    bits_fini(&e->looped);
    e->loop_function = function;
    uint32_t first = f->code_count; /* of the pcs that are noted, or will be next */
    for (uint32_t k = f->code_count; k-- > 0;) {
        if (f->code[k].op == IR_REPEAT && f->code[k].a <= k && f->code[k].a < first) {
            for (uint32_t pc = f->code[k].a; pc < k && pc < first; pc++)
                bits_add(&e->looped, pc);
            first = f->code[k].a;
        }
    }
}

static bool is_in_loop(equivariance *e, uint32_t function, ir_pc pc)
{
    if (e->loop_function != function)
        find_loops(e, function);
    return bits_has(&e->looped, pc);
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
    vec_each (f, &e->effects->runs[interface])
        if (numset_has(&e->effects->of[*f].gotos, m->start))
            return true;
    return false;
}

static void count_root(void *context, uint32_t function)
{
    equivariance *e = context;
    e->root_uses[function]++;
}

/* The machines whose `new`s are counted. */
typedef struct maker {
    uint32_t interface;
    const ir_machine *machine;
    bool starts_again;
} maker;

/* Does a machine surely execute PC of FUNCTION at most once? */
static bool runs_once(equivariance *e, const maker *m, fn_place at, unsigned depth)
{
    assert(numset_has(&e->effects->runs[m->interface], at.function));
    enum { DEEPEST = 20 }; /* nested calls: they may be recursive */
    if (is_in_loop(e, at.function, at.pc) || depth > DEEPEST)
        return false;
    bool is_start = m->machine->states[m->machine->start].entry == at.function;
    if (e->root_uses[at.function] > is_start || (is_start && m->starts_again))
        return false;
    uint32_t calls = is_start;
    bool is_once = true;
    vec_each (call, &e->effects->of[at.function].callers) {
        if (!numset_has(&e->effects->runs[m->interface], call->function))
            continue;
        is_once &= ++calls == 1 && runs_once(e, m, *call, depth + 1);
        if (!is_once)
            return false;
    }
    return true;
}

/* Counts the `new`s of machines of an interface. */
static void count_news(equivariance *e, uint32_t interface, numset *asked)
{
    vec_each (f, &e->effects->runs[interface]) {
        const ir_function *code = &e->t->ir->functions[*f];
        for (uint32_t k = 0; k < code->code_count; k++) {
            if (code->code[k].op != IR_NEW)
                continue;
            uint32_t what = code->code[k].a;
            if (e->new_count[what]++ == 0)
                vec_push(asked, what);
            e->only_new[what] = (fn_place){*f, k};
        }
    }
}

/* Which machines of one interface make several of the same kind: two `new`s, or one
 * that it may execute again? */
static void find_made(equivariance *e, uint32_t interface)
{
    maker m = {.interface = interface};
    m.machine = &e->t->ir->machines[e->t->bindings[interface]->machine];
    m.starts_again = starts_again(e, interface);
    numset asked = {0};
    count_news(e, interface, &asked);
    if (asked.len > 0)
        fn_effects_each_root(m.machine, count_root, e);
    vec_each (what, &asked) {
        uint32_t made = fn_effects_made(e->t, interface, *what);
        if (made != IR_NONE &&
            (e->new_count[*what] > 1 || !runs_once(e, &m, e->only_new[*what], 0)))
            e->may_be_several[e->t->bindings[made]->machine] = true;
        e->new_count[*what] = 0;
    }
    vec_each (f, &e->effects->runs[interface])
        e->root_uses[*f] = 0;
    vec_free(&asked);
}

static void find_several(equivariance *e)
{
    const ir_program *ir = e->t->ir;
    e->loop_function = IR_NONE;
    e->root_uses = mem_alloc((ir->function_count + 1) * sizeof *e->root_uses);
    e->only_new = mem_alloc((ir->interface_count + 1) * sizeof *e->only_new);
    e->new_count = mem_alloc((ir->interface_count + 1) * sizeof *e->new_count);
    for (uint32_t i = 0; i < ir->interface_count; i++)
        if (e->effects->exists[i] && !test_context_is_over(e->t))
            find_made(e, i);
    mem_free(e->root_uses, (ir->function_count + 1) * sizeof *e->root_uses);
    mem_free(e->only_new, (ir->interface_count + 1) * sizeof *e->only_new);
    mem_free(e->new_count, (ir->interface_count + 1) * sizeof *e->new_count);
    bits_fini(&e->looped);
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

srcpos equivariance_obstacle(const equivariance *e, uint32_t decl)
{
    assert(decl < e->t->ir->machine_count);
    return e->pins[decl].why != PIN_NONE ? e->pins[decl].pos : SRC_NONE;
}

/* The last position that was shown: most come in order. */
typedef struct line_count {
    const source_file *file;
    uint32_t offset;
    uint32_t line;
} line_count;

/* FILE:LINE. */
static void show_position(const equivariance *e, srcpos pos, line_count *last,
                          strbuf *out)
{
    const sources *all = e->t->ir->source->sources;
    const source_file *file = NULL;
    vec_each (f, &all->files)
        if (f->base <= pos && (file == NULL || f->base > file->base))
            file = f;
    if (last->file != file || file == NULL || pos - file->base < last->offset)
        *last = (line_count){.file = file, .line = 1};
    for (; file != NULL && last->offset < pos - file->base && last->offset < file->len;
         last->offset++)
        last->line += file->text[last->offset] == '\n';
    strbuf_printf(out, "%s:%u", file != NULL ? file->path : "?", last->line);
}

static void show_pin(const equivariance *e, const pinned *p, line_count *last,
                     strbuf *out)
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
        [PIN_NARROW] = "a choice among machines may be narrowed (--narrow) at",
        [PIN_FOREIGN] = "a machine is passed to a foreign function at",
    };
    if (p->child != IR_NONE)
        strbuf_printf(out, "they create %s machines, and ",
                      e->t->ir->machines[p->child].name);
    strbuf_printf(out, "%s ", reasons[p->why]);
    show_position(e, p->pos, last, out);
}

void equivariance_report(const equivariance *e, strbuf *out)
{
    size_t before = out->len;
    line_count last = {0};
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
        show_pin(e, &e->pins[d], &last, out);
    }
    if (out->len == before)
        strbuf_puts(
            out, "no machines are symmetric: no machine creates two of the same type");
}
