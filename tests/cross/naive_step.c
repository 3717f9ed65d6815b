#include "naive_step.h"

#include "base/strbuf.h"

#include <math.h>
#include <string.h>

enum { STEP_BUDGET = 200000, CHOOSE_LIMIT = 10000, MOST_FRAMES = 1000 };

/* Who is running: a machine, or a monitor. */
typedef struct actor {
    machine_state *m; /* NULL: a monitor */
    uint32_t monitor;
    const ir_machine *decl;
    const val **fields;
} actor;

typedef enum outcome {
    OUT_GOING,
    OUT_RETURNED,
    OUT_RAISED, /* see jump */
    OUT_GOTO,
    OUT_PAUSED,
    OUT_FAULT,
} outcome;

typedef struct jump {
    uint32_t index; /* event, or state */
    const val *payload;
} jump;

static const program *source(const step *t)
{
    return t->s->ir->source;
}

static arena *memory(step *t)
{
    return t->s->memory;
}

static outcome fail(step *t, fault_kind kind, srcpos pos)
{
    t->fault = kind;
    t->pos = pos;
    return OUT_FAULT;
}

static uint32_t choose(step *t, uint32_t width)
{
    size_t index = t->widths.len;
    vec_push(&t->widths, width);
    return index < t->choice_count ? t->choices[index] : 0;
}

/* ---- Frames ---- */

static void push_frame(step *t, frame_stack *frames, uint32_t function,
                       const val *const *args, uint32_t count)
{
    const ir_function *f = &t->s->ir->functions[function];
    frame fr = {.function = function};
    fr.slots = ARENA_ARRAY(memory(t), const val *, f->slot_count);
    for (uint32_t i = 0; i < f->slot_count; i++)
        fr.slots[i] =
            i < count ? args[i] : val_default(memory(t), source(t), f->slots[i].type);
    vec_push(frames, fr);
}

static const val *constant(step *t, const ir_const *c)
{
    switch (c->kind) {
    case IR_CONST_NULL:
        return val_null();
    case IR_CONST_BOOL:
        return val_bool(c->integer != 0);
    case IR_CONST_INT:
        return val_number(memory(t), V_INT, c->integer);
    case IR_CONST_FLOAT:
        return val_float(memory(t), c->real);
    case IR_CONST_TEXT:
        return val_text(memory(t), c->text, c->len);
    case IR_CONST_EVENT:
        return val_number(memory(t), V_EVENT, c->integer);
    }
    return val_null();
}

static const val *global_param(step *t, uint32_t index)
{
    const ir_test *test = t->s->test;
    type_id type = t->s->ir->params[index].type;
    for (uint32_t i = 0; i < test->param_count; i++)
        if (test->params[i] == index)
            return type == TYPE_BOOL ? val_bool(test->values[i] != 0)
                                     : val_number(memory(t), V_INT, test->values[i]);
    return val_default(memory(t), source(t), type);
}

static const val *operand(step *t, const actor *a, const frame *f, ir_operand o)
{
    uint32_t index = IR_INDEX(o);
    switch (IR_KIND(o)) {
    case IR_LOCAL:
        return f->slots[index];
    case IR_FIELD_OF_MACHINE:
        return a->fields[index];
    case IR_PARAM:
        return global_param(t, index);
    }
    return constant(t, &t->s->ir->consts[index]);
}

static void store(const actor *a, const frame *f, ir_operand to, const val *v)
{
    if (IR_KIND(to) == IR_LOCAL)
        f->slots[IR_INDEX(to)] = v;
    else
        a->fields[IR_INDEX(to)] = v;
}

/* ---- Values ---- */

/* The type with the same names that was made first: names are what a tuple carries. */
static type_id names_of(const program *p, type_id type)
{
    const type_info *info = type_get(&p->types, type);
    if (info->kind != TYPE_KIND_NAMED_TUPLE)
        return 0;
    for (type_id other = TYPE_FIRST_MADE; other < type; other++) {
        const type_info *o = type_get(&p->types, other);
        if (o->kind == TYPE_KIND_NAMED_TUPLE && o->count == info->count &&
            memcmp(o->names, info->names, info->count * sizeof *o->names) == 0)
            return other;
    }
    return type;
}

static const val *format(step *t, const actor *a, const frame *f, const ir_instr *i)
{
    const ir_function *fun = &t->s->ir->functions[f->function];
    const ir_const *c = &t->s->ir->consts[i->a];
    strbuf out = {0};
    for (uint32_t k = 0; k < c->len; k++) {
        char ch = c->text[k];
        if ((ch == '{' || ch == '}') && k + 1 < c->len && c->text[k + 1] == ch) {
            strbuf_putc(&out, ch);
            k++;
        } else if (ch == '{') {
            uint32_t n = 0;
            for (k++; c->text[k] != '}'; k++)
                n = n * 10 + (uint32_t)(c->text[k] - '0');
            val_show(source(t), operand(t, a, f, fun->args[i->first + n]), &out);
        } else {
            strbuf_putc(&out, ch);
        }
    }
    const val *text = val_text(memory(t), strbuf_text(&out), out.len);
    strbuf_free(&out);
    return text;
}

/* Arithmetic on two numbers; NULL: division by zero. */
static const val *arithmetic(step *t, uint8_t op, const val *x, const val *y)
{
    uint64_t a = (uint64_t)x->number; /* wraps */
    uint64_t b = (uint64_t)y->number;
    arena *m = memory(t);
    switch (op) {
    case IR_ADD_INT:
        return val_number(m, V_INT, (int64_t)(a + b));
    case IR_SUB_INT:
        return val_number(m, V_INT, (int64_t)(a - b));
    case IR_MUL_INT:
        return val_number(m, V_INT, (int64_t)(a * b));
    case IR_DIV_INT:
    case IR_MOD_INT:
        if (y->number == 0)
            return NULL;
        if (y->number == -1)
            return val_number(m, V_INT, op == IR_DIV_INT ? (int64_t)(0 - a) : 0);
        return val_number(
            m, V_INT, op == IR_DIV_INT ? x->number / y->number : x->number % y->number);
    case IR_ADD_FLOAT:
        return val_float(m, x->real + y->real);
    case IR_SUB_FLOAT:
        return val_float(m, x->real - y->real);
    case IR_MUL_FLOAT:
        return val_float(m, x->real * y->real);
    case IR_DIV_FLOAT:
        return val_float(m, x->real / y->real);
    case IR_MOD_FLOAT:
        return val_float(m, fmod(x->real, y->real));
    case IR_LT_INT:
    case IR_LT_TEXT:
        return val_bool(val_compare(source(t), x, y) < 0);
    case IR_LE_INT:
    case IR_LE_TEXT:
        return val_bool(val_compare(source(t), x, y) <= 0);
    case IR_LT_FLOAT:
        return val_bool(x->real < y->real);
    case IR_LE_FLOAT:
        return val_bool(x->real <= y->real);
    case IR_EQ:
        return val_bool(val_compare(source(t), x, y) == 0);
    case IR_NE:
        return val_bool(val_compare(source(t), x, y) != 0);
    case IR_ADD_TEXT: {
        strbuf both = {0};
        strbuf_add(&both, x->text, x->count);
        strbuf_add(&both, y->text, y->count);
        const val *v = val_text(m, strbuf_text(&both), both.len);
        strbuf_free(&both);
        return v;
    }
    }
    return val_null();
}

static bool in_range(const val *index, size_t count)
{
    return index->number >= 0 && (uint64_t)index->number < count;
}

/* Collections; the fault is left in the step. */
static const val *collection(step *t, uint8_t op, const val *x, const val *y,
                             const val *z, srcpos pos)
{
    arena *m = memory(t);
    const program *p = source(t);
    size_t where;
    if (x->kind == V_NULL || ((op == IR_IN_SEQ || op == IR_IN_SET || op == IR_IN_MAP) &&
                              y->kind == V_NULL)) {
        fail(t, FAULT_CAST, pos);
        return NULL;
    }
    switch (op) {
    case IR_SIZE:
        return val_number(m, V_INT,
                          (int64_t)(x->kind == V_MAP ? x->count / 2 : x->count));
    case IR_KEYS:
    case IR_VALUES: {
        const val **items = ARENA_ARRAY(m, const val *, x->count / 2 + 1);
        for (size_t i = 0; i < x->count / 2; i++)
            items[i] = x->items[i * 2 + (op == IR_VALUES)];
        return val_make(m, V_SEQ, 0, items, x->count / 2);
    }
    case IR_IN_SEQ:
        for (size_t i = 0; i < y->count; i++)
            if (val_compare(p, x, y->items[i]) == 0)
                return val_bool(true);
        return val_bool(false);
    case IR_IN_SET:
    case IR_IN_MAP:
        return val_bool(val_find(p, y, x, &where) >= 0);
    case IR_SEQ_GET:
    case IR_SET_GET:
        if (in_range(y, x->count))
            return x->items[y->number];
        break;
    case IR_MAP_GET:
        if (val_find(p, x, y, &where) >= 0)
            return x->items[where + 1];
        fail(t, FAULT_KEY, pos);
        return NULL;
    case IR_SEQ_PUT:
        if (in_range(y, x->count))
            return val_splice(m, x, (size_t)y->number, 1, &z, 1);
        break;
    case IR_MAP_PUT:
    case IR_MAP_INSERT: {
        bool present = val_find(p, x, y, &where) >= 0;
        if (present && op == IR_MAP_INSERT) {
            fail(t, FAULT_KEY, pos);
            return NULL;
        }
        const val *pair[2] = {y, z};
        return val_splice(m, x, where, present ? 2 : 0, pair, 2);
    }
    case IR_SEQ_INSERT:
        if (in_range(y, x->count + 1))
            return val_splice(m, x, (size_t)y->number, 0, &z, 1);
        break;
    case IR_SET_ADD:
        return val_find(p, x, y, &where) >= 0 ? x : val_splice(m, x, where, 0, &y, 1);
    case IR_SEQ_REMOVE:
        if (in_range(y, x->count))
            return val_splice(m, x, (size_t)y->number, 1, NULL, 0);
        break;
    case IR_SET_REMOVE:
        return val_find(p, x, y, &where) >= 0 ? val_splice(m, x, where, 1, NULL, 0) : x;
    case IR_MAP_REMOVE:
        return val_find(p, x, y, &where) >= 0 ? val_splice(m, x, where, 2, NULL, 0) : x;
    }
    fail(t, FAULT_INDEX, pos);
    return NULL;
}

static const val *choose_value(step *t, uint8_t op, const val *x, srcpos pos)
{
    size_t stride = op == IR_CHOOSE_MAP ? 2 : 1;
    int64_t width = op == IR_CHOOSE_INT ? x->number : (int64_t)(x->count / stride);
    if (op == IR_CHOOSE_INT && width == 0)
        return x;
    if (x->kind == V_NULL || width <= 0 || width > CHOOSE_LIMIT) {
        fail(t, FAULT_CHOOSE, pos);
        return NULL;
    }
    uint32_t n = choose(t, (uint32_t)width);
    return op == IR_CHOOSE_INT ? val_number(memory(t), V_INT, n) : x->items[n * stride];
}

/* ---- Monitors ---- */

static bool watches(const ir_monitor *o, uint32_t interface)
{
    for (uint32_t i = 0; i < o->watch_count; i++)
        if (o->watches[i] == interface)
            return true;
    return false;
}

static const ir_action *find_action(const ir_machine *m, uint32_t state, uint32_t event)
{
    const ir_state *s = &m->states[state];
    for (uint32_t i = 0; i < s->action_count; i++)
        if (s->actions[i].event == event)
            return &s->actions[i];
    return NULL;
}

static outcome execute(step *t, const actor *a, frame_stack *frames, jump *j);
static bool monitor_event(step *t, uint32_t index, uint32_t event, const val *payload);
static bool monitor_goto(step *t, uint32_t index, uint32_t state, uint32_t with,
                         const val *payload);

/* Runs a function of a monitor to its end, jumps included; false: a fault. */
static bool monitor_run(step *t, uint32_t index, uint32_t function, const val *payload)
{
    if (function == IR_NONE)
        return true;
    const ir_machine *decl =
        &t->s->ir->machines[t->s->test->module->monitors[index].machine];
    actor a = {.monitor = index, .decl = decl, .fields = t->s->monitors[index].fields};
    frame_stack frames = {0};
    push_frame(t, &frames, function, &payload,
               t->s->ir->functions[function].param_count);
    jump j = {0};
    outcome out = execute(t, &a, &frames, &j);
    vec_free(&frames);
    if (out == OUT_RAISED)
        return monitor_event(t, index, j.index, j.payload);
    if (out == OUT_GOTO)
        return monitor_goto(t, index, j.index, IR_NONE, j.payload);
    return out == OUT_RETURNED;
}

static bool monitor_goto(step *t, uint32_t index, uint32_t state, uint32_t with,
                         const val *payload)
{
    monitor_state *m = &t->s->monitors[index];
    const ir_machine *decl =
        &t->s->ir->machines[t->s->test->module->monitors[index].machine];
    if (!monitor_run(t, index, decl->states[m->state].exit, val_null()) ||
        !monitor_run(t, index, with, payload))
        return false;
    m->state = state;
    return monitor_run(t, index, decl->states[state].entry, payload);
}

static bool monitor_event(step *t, uint32_t index, uint32_t event, const val *payload)
{
    if (t->budget == 0) {
        fail(t, FAULT_RUNAWAY, SRC_NONE);
        return false;
    }
    t->budget--;
    monitor_state *m = &t->s->monitors[index];
    const ir_machine *decl =
        &t->s->ir->machines[t->s->test->module->monitors[index].machine];
    const ir_action *a = find_action(decl, m->state, event);
    if (a == NULL) {
        fail(t, FAULT_MONITOR_UNHANDLED, decl->states[m->state].pos);
        return false;
    }
    if (a->kind == ACTION_DO)
        return monitor_run(t, index, a->function, payload);
    if (a->kind == ACTION_GOTO)
        return monitor_goto(t, index, a->target, a->function, payload);
    return true;
}

static bool observe(step *t, const machine_state *m, uint32_t event, const val *payload)
{
    const ir_module *module_ = t->s->test->module;
    for (uint32_t i = 0; i < module_->monitor_count; i++) {
        const ir_monitor *o = &module_->monitors[i];
        if (watches(o, m->interface) &&
            evset_has(&source(t)->evsets, t->s->ir->machines[o->machine].observes,
                      event) &&
            !monitor_event(t, i, event, payload))
            return false;
    }
    return true;
}

/* ---- Instructions that touch others ---- */

static outcome begin_send(step *t, const actor *a, frame *f, const ir_instr *i,
                          srcpos pos)
{
    const val *target = operand(t, a, f, i->a);
    const val *event = operand(t, a, f, i->b);
    const val *payload = operand(t, a, f, i->c);
    const evsets *sets = &source(t)->evsets;
    if (event->kind == V_NULL)
        return fail(t, FAULT_NULL_EVENT, pos);
    if (target->kind == V_NULL)
        return fail(t, FAULT_NULL_TARGET, pos);
    uint32_t e = (uint32_t)event->number;
    if (!evset_has(sets, a->decl->sends, e) || !evset_has(sets, target->rights, e))
        return fail(t, FAULT_RIGHTS, pos);
    if (!observe(t, a->m, e, payload))
        return OUT_FAULT;
    a->m->held = (message){e, payload};
    a->m->target = target->number;
    a->m->phase = PHASE_SENDING;
    f->place++;
    return OUT_PAUSED;
}

static bool wants(const ir_function *fun, const ir_instr *receive, uint32_t event)
{
    if (event == EVENT_HALT)
        return true;
    for (uint32_t k = receive->first; k < receive->first + receive->count; k++)
        for (uint32_t n = 0; n < fun->cases[k].event_count; n++)
            if (fun->cases[k].events[n] == event)
                return true;
    return false;
}

static outcome begin_receive(step *t, const actor *a, frame *f, const ir_instr *i)
{
    const ir_function *fun = &t->s->ir->functions[f->function];
    machine_state *m = a->m;
    m->phase = PHASE_WAITING;
    for (size_t k = 0; k < m->queue.len; k++) {
        if (!wants(fun, i, m->queue.data[k].event))
            continue;
        m->held = m->queue.data[k];
        memmove(&m->queue.data[k], &m->queue.data[k + 1],
                (m->queue.len - k - 1) * sizeof *m->queue.data);
        m->queue.len--;
        m->phase = PHASE_GIVEN;
        break;
    }
    return OUT_PAUSED;
}

static outcome run_raise(step *t, const actor *a, const frame *f, const ir_instr *i,
                         jump *j, srcpos pos)
{
    const val *event = operand(t, a, f, i->a);
    if (event->kind == V_NULL)
        return fail(t, FAULT_NULL_EVENT, pos);
    *j = (jump){(uint32_t)event->number, operand(t, a, f, i->b)};
    return OUT_RAISED;
}

static outcome run_announce(step *t, const actor *a, frame *f, const ir_instr *i,
                            srcpos pos)
{
    const val *event = operand(t, a, f, i->a);
    if (event->kind == V_NULL)
        return fail(t, FAULT_NULL_EVENT, pos);
    if (!observe(t, a->m, (uint32_t)event->number, operand(t, a, f, i->b)))
        return OUT_FAULT;
    f->place++;
    return OUT_GOING;
}

static bool run_call(step *t, const actor *a, frame_stack *frames, const ir_instr *i)
{
    frame *f = vec_last(frames);
    const ir_function *caller = &t->s->ir->functions[f->function];
    const ir_function *callee = &t->s->ir->functions[i->a];
    if (callee->code_count == 0 || frames->len > MOST_FRAMES)
        return false;
    const val **args = ARENA_ARRAY(memory(t), const val *, i->count + 1);
    for (uint32_t k = 0; k < i->count; k++)
        args[k] = operand(t, a, f, caller->args[i->first + k]);
    push_frame(t, frames, i->a, args, i->count);
    return true;
}

/* A value instruction; NULL with a fault set, or when it is none. */
static const val *compute(step *t, const actor *a, const frame *f, const ir_instr *i,
                          srcpos pos)
{
    const program *p = source(t);
    const char *shape = ir_op_shape(i->op);
    const val *x = shape[1] == 'o' ? operand(t, a, f, i->a) : NULL;
    const val *y = shape[2] == 'o' ? operand(t, a, f, i->b) : NULL;
    const val *z = shape[3] == 'o' ? operand(t, a, f, i->c) : NULL;
    const ir_function *fun = &t->s->ir->functions[f->function];
    switch (i->op) {
    case IR_MOVE:
        return x;
    case IR_DEFAULT:
        return val_default(memory(t), p, i->a);
    case IR_THIS:
        return val_machine(memory(t), a->m->name, a->decl->receives);
    case IR_NOT:
        return val_bool(!x->number);
    case IR_NEG_INT:
        return val_number(memory(t), V_INT, (int64_t)(0 - (uint64_t)x->number));
    case IR_NEG_FLOAT:
        return val_float(memory(t), -x->real);
    case IR_INT_TO_FLOAT:
        return val_float(memory(t), (double)x->number);
    case IR_FLOAT_TO_INT:
        return val_number(memory(t), V_INT, (int64_t)x->real);
    case IR_CAST:
        if (val_fits(p, i->b, x))
            return x;
        fail(t, FAULT_CAST, pos);
        return NULL;
    case IR_RESTRICT: {
        uint32_t wanted = *type_get(&p->types, i->b)->events;
        uint32_t missing;
        if (x->kind == V_NULL ||
            evset_difference(&p->evsets, wanted, x->rights, &missing)) {
            fail(t, FAULT_RIGHTS, pos);
            return NULL;
        }
        return val_machine(memory(t), x->number, wanted);
    }
    case IR_FORMAT:
        return format(t, a, f, i);
    case IR_TUPLE: {
        const val **items = ARENA_ARRAY(memory(t), const val *, i->count + 1);
        for (uint32_t k = 0; k < i->count; k++)
            items[k] = operand(t, a, f, fun->args[i->first + k]);
        return val_make(memory(t), V_TUPLE, names_of(p, i->a), items, i->count);
    }
    case IR_FIELD:
    case IR_WITH_FIELD:
        if (x->kind != V_TUPLE) {
            fail(t, FAULT_CAST, pos);
            return NULL;
        }
        return i->op == IR_FIELD ? x->items[i->b]
                                 : val_splice(memory(t), x, i->b, 1, &z, 1);
    case IR_NONDET:
    case IR_FAIR_NONDET:
        return val_bool(choose(t, 2) != 0);
    case IR_CHOOSE_INT:
    case IR_CHOOSE_SEQ:
    case IR_CHOOSE_SET:
    case IR_CHOOSE_MAP:
        return choose_value(t, i->op, x, pos);
    }
    if (i->op >= IR_SIZE && i->op <= IR_MAP_REMOVE)
        return collection(t, i->op, x, y, z, pos);
    const val *v = arithmetic(t, i->op, x, y);
    if (v == NULL)
        fail(t, FAULT_DIVISION, pos);
    return v;
}

static bool is_value_op(uint8_t op)
{
    return op < IR_SEND;
}

static void run_foreach(step *t, const actor *a, frame *f, const ir_instr *i)
{
    const val *whole = operand(t, a, f, i->a);
    int64_t at = operand(t, a, f, i->b)->number;
    if ((size_t)at >= whole->count) {
        f->place = i->c;
        return;
    }
    store(a, f, i->d, whole->items[at]);
    store(a, f, i->b, val_number(memory(t), V_INT, at + 1));
    f->place++;
}

/* Instructions that only say what comes next; false: it is none of them. */
static bool run_control(step *t, const actor *a, frame *f, const ir_instr *i)
{
    switch (i->op) {
    case IR_IF:
    case IR_IF_NOT: {
        bool is_true = operand(t, a, f, i->a)->number != 0;
        f->place = is_true == (i->op == IR_IF) ? f->place + 1 : i->b;
        return true;
    }
    case IR_ELSE:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_REPEAT:
    case IR_DONE:
    case IR_PROOF:
        f->place = i->a;
        return true;
    case IR_PRINT:
    case IR_END:
    case IR_LOOP:
    case IR_CASE:
        f->place++;
        return true;
    case IR_FOREACH:
        run_foreach(t, a, f, i);
        return true;
    }
    return false;
}

static void run_return(step *t, const actor *a, frame_stack *frames, const ir_instr *i)
{
    const val *result = operand(t, a, vec_last(frames), i->a);
    frames->len--;
    if (frames->len == 0)
        return;
    frame *caller = vec_last(frames);
    const ir_instr *call = &t->s->ir->functions[caller->function].code[caller->place];
    store(a, caller, call->d, result);
    caller->place++;
}

/* Instructions that others may notice, and those that leave the function. */
static outcome run_effect(step *t, const actor *a, frame_stack *frames,
                          const ir_instr *i, srcpos pos, jump *j)
{
    frame *f = vec_last(frames);
    switch (i->op) {
    case IR_SEND:
        return begin_send(t, a, f, i, pos);
    case IR_ANNOUNCE:
        return run_announce(t, a, f, i, pos);
    case IR_NEW:
        a->m->phase = PHASE_CREATING;
        return OUT_PAUSED;
    case IR_RECEIVE:
        return begin_receive(t, a, f, i);
    case IR_CALL:
        if (run_call(t, a, frames, i))
            return OUT_GOING;
        return fail(t, frames->len > MOST_FRAMES ? FAULT_RUNAWAY : FAULT_UNSUPPORTED,
                    pos);
    case IR_RETURN:
        run_return(t, a, frames, i);
        return OUT_GOING;
    case IR_RAISE:
        return run_raise(t, a, f, i, j, pos);
    case IR_GOTO:
        *j = (jump){i->a, operand(t, a, f, i->b)};
        return OUT_GOTO;
    case IR_FAIL: {
        const val *text = operand(t, a, f, i->a);
        t->message = text->kind == V_TEXT ? text->text : "";
        return fail(t, FAULT_ASSERT, pos);
    }
    }
    return fail(t, FAULT_UNSUPPORTED, pos);
}

/* Runs until the frames are done, something jumps or others may run. */
static outcome execute(step *t, const actor *a, frame_stack *frames, jump *j)
{
    while (frames->len > 0) {
        frame *f = vec_last(frames);
        const ir_function *fun = &t->s->ir->functions[f->function];
        const ir_instr *i = &fun->code[f->place];
        srcpos pos = fun->positions[f->place];
        if (t->budget-- == 0) {
            t->budget = 1;
            return fail(t, FAULT_RUNAWAY, pos);
        }
        if (is_value_op(i->op)) {
            const val *v = compute(t, a, f, i, pos);
            if (v == NULL)
                return OUT_FAULT;
            store(a, f, i->d, v);
            f->place++;
        } else if (!run_control(t, a, f, i)) {
            outcome out = run_effect(t, a, frames, i, pos, j);
            if (out != OUT_GOING)
                return out;
        }
    }
    return OUT_RETURNED;
}

/* ---- The loop of a machine ---- */

static void add_task(machine_state *m, task_kind kind, uint32_t index,
                     const val *payload)
{
    if (kind == TASK_RUN && index == IR_NONE)
        return;
    task t = {kind, index, payload};
    vec_push(&m->tasks, t);
}

static void plan_transition(const step *t, machine_state *m, uint32_t state,
                            uint32_t with, const val *payload)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    add_task(m, TASK_RUN, decl->states[m->state].exit, val_null());
    add_task(m, TASK_RUN, with, payload);
    add_task(m, TASK_ENTER, state, val_null());
    add_task(m, TASK_RUN, decl->states[state].entry, payload);
}

static bool plan_event(step *t, machine_state *m, uint32_t event, const val *payload)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    const ir_action *a = find_action(decl, m->state, event);
    if (a == NULL) {
        add_task(m, TASK_RUN, decl->states[m->state].exit, val_null());
        add_task(m, event == EVENT_HALT ? TASK_HALT : TASK_UNHANDLED, event,
                 val_null());
        return true;
    }
    switch (a->kind) {
    case ACTION_DO:
        add_task(m, TASK_RUN, a->function, payload);
        return true;
    case ACTION_GOTO:
        plan_transition(t, m, a->target, a->function, payload);
        return true;
    case ACTION_DEFER:
    case ACTION_IGNORE:
        return true;
    case ACTION_QUORUM:
        break;
    }
    fail(t, FAULT_UNSUPPORTED, a->pos);
    return false;
}

static void halt(machine_state *m)
{
    vec_clear(&m->queue);
    vec_clear(&m->tasks);
    vec_clear(&m->frames);
    m->phase = PHASE_HALTED;
}

/* After raise or goto: callers are gone too. */
static bool plan_jump(step *t, machine_state *m, outcome out, const jump *j)
{
    vec_clear(&m->frames);
    vec_clear(&m->tasks);
    if (out == OUT_GOTO)
        plan_transition(t, m, j->index, IR_NONE, j->payload);
    else
        return plan_event(t, m, j->index, j->payload);
    return true;
}

static bool start_task(step *t, machine_state *m)
{
    task k = m->tasks.data[0];
    memmove(m->tasks.data, m->tasks.data + 1, --m->tasks.len * sizeof *m->tasks.data);
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    switch (k.kind) {
    case TASK_RUN: {
        const ir_function *f = &t->s->ir->functions[k.index];
        if (f->param_count > 0 && !val_fits(source(t), f->slots[0].type, k.payload)) {
            fail(t, FAULT_CAST, f->pos);
            return false;
        }
        push_frame(t, &m->frames, k.index, &k.payload, f->param_count);
        return true;
    }
    case TASK_ENTER:
        m->state = k.index;
        return true;
    case TASK_HALT:
        halt(m);
        return true;
    case TASK_UNHANDLED:
        break;
    }
    fail(t, FAULT_UNHANDLED, decl->states[m->state].pos);
    return false;
}

/* Takes the first event that is neither deferred nor ignored; ignored ones go. */
static bool take_event(const step *t, machine_state *m)
{
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    for (size_t i = 0; i < m->queue.len;) {
        const ir_action *a = find_action(decl, m->state, m->queue.data[i].event);
        if (a != NULL && a->kind == ACTION_DEFER) {
            i++;
            continue;
        }
        message one = m->queue.data[i];
        memmove(&m->queue.data[i], &m->queue.data[i + 1],
                (m->queue.len - i - 1) * sizeof *m->queue.data);
        m->queue.len--;
        if (a != NULL && a->kind == ACTION_IGNORE)
            continue;
        m->held = one;
        return true;
    }
    return false;
}

static bool has_null_handler(const step *t, const machine_state *m)
{
    return find_action(&t->s->ir->machines[m->machine], m->state, EVENT_NULL) != NULL;
}

static void look(const step *t, machine_state *m)
{
    if (take_event(t, m))
        m->phase = PHASE_TAKEN;
    else
        m->phase = has_null_handler(t, m) ? PHASE_NULL : PHASE_IDLE;
}

static void deliver(step *t, int64_t name, message what)
{
    machine_state *m = state_find(t->s, name);
    if (m == NULL || m->phase == PHASE_HALTED)
        return;
    if (m->phase == PHASE_WAITING) {
        const frame *f = vec_last(&m->frames);
        const ir_function *fun = &t->s->ir->functions[f->function];
        if (wants(fun, &fun->code[f->place], what.event)) {
            m->held = what;
            m->phase = PHASE_GIVEN;
            return;
        }
    }
    vec_push(&m->queue, what);
    if (m->phase != PHASE_IDLE)
        return;
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    const ir_action *a = find_action(decl, m->state, what.event);
    if (a == NULL || (a->kind != ACTION_DEFER && a->kind != ACTION_IGNORE))
        m->phase = PHASE_LOOKING;
}

static int64_t child_name(step *t, const machine_state *creator)
{
    strbuf path = {0};
    if (creator != NULL)
        strbuf_printf(&path, "%s.%u",
                      intern_text(&t->names->paths, (intern_id)creator->name),
                      creator->created);
    intern_id id = intern_put(&t->names->paths, strbuf_text(&path), path.len);
    strbuf_free(&path);
    return id;
}

static bool add_machine(step *t, int64_t name, uint32_t interface, const val *payload)
{
    const ir_module *module_ = t->s->test->module;
    const ir_binding *b = NULL;
    for (uint32_t i = 0; i < module_->binding_count; i++)
        if (module_->bindings[i].interface == interface)
            b = &module_->bindings[i];
    if (b == NULL)
        return false;
    const ir_machine *decl = &t->s->ir->machines[b->machine];
    machine_state m = {.name = name,
                       .interface = interface,
                       .machine = b->machine,
                       .phase = PHASE_BUSY,
                       .state = decl->start};
    m.held.payload = val_null();
    m.fields = ARENA_ARRAY(memory(t), const val *, decl->field_count);
    for (uint32_t i = 0; i < decl->field_count; i++)
        m.fields[i] = val_default(memory(t), source(t), decl->fields[i].type);
    add_task(&m, TASK_RUN, decl->states[decl->start].entry, payload);
    vec_push(&t->s->machines, m);
    return true;
}

static uint32_t linked(const step *t, const machine_state *m, uint32_t interface)
{
    const ir_module *module_ = t->s->test->module;
    const ir_machine *decl = &t->s->ir->machines[m->machine];
    for (uint32_t i = 0; i < module_->binding_count; i++)
        if (module_->bindings[i].interface == m->interface)
            for (uint32_t k = 0; k < decl->create_count; k++)
                if (decl->creates[k] == interface)
                    return module_->bindings[i].links[k];
    return interface;
}

/* Runs the NEW that the machine stands at; M may move in memory. */
static bool create(step *t, int64_t name)
{
    machine_state *m = state_find(t->s, name);
    frame *f = vec_last(&m->frames);
    const ir_function *fun = &t->s->ir->functions[f->function];
    const ir_instr *i = &fun->code[f->place];
    actor a = {.m = m, .decl = &t->s->ir->machines[m->machine], .fields = m->fields};
    m->created++;
    int64_t child = child_name(t, m);
    uint32_t interface = linked(t, m, i->a);
    const val *payload = operand(t, &a, f, i->b);
    store(&a, f, i->d,
          val_machine(memory(t), child, t->s->ir->interfaces[i->a].receives));
    srcpos pos = fun->positions[f->place];
    f->place++;
    m->phase = PHASE_BUSY;
    if (add_machine(t, child, interface, payload))
        return true;
    fail(t, FAULT_UNBOUND, pos);
    return false;
}

/* An event for the RECEIVE that the machine stands at. */
static bool enter_case(step *t, machine_state *m)
{
    frame *f = vec_last(&m->frames);
    const ir_function *fun = &t->s->ir->functions[f->function];
    const ir_instr *i = &fun->code[f->place];
    m->phase = PHASE_BUSY;
    for (uint32_t k = i->first; k < i->first + i->count; k++) {
        const ir_case *c = &fun->cases[k];
        for (uint32_t n = 0; n < c->event_count; n++) {
            if (c->events[n] != m->held.event)
                continue;
            if (c->slot != IR_NONE) {
                if (!val_fits(source(t), fun->slots[c->slot].type, m->held.payload)) {
                    fail(t, FAULT_CAST, fun->positions[f->place]);
                    return false;
                }
                f->slots[c->slot] = m->held.payload;
            }
            f->place = c->start;
            return true;
        }
    }
    jump j = {EVENT_HALT, val_null()};
    return plan_jump(t, m, OUT_RAISED, &j);
}

/* What the machine paused before. */
static bool resume(step *t, int64_t name)
{
    machine_state *m = state_find(t->s, name);
    phase was = m->phase;
    message held = m->held;
    m->held = (message){0, val_null()};
    switch (was) {
    case PHASE_SENDING:
        m->phase = PHASE_BUSY;
        deliver(t, m->target, held);
        m->target = 0;
        return true;
    case PHASE_CREATING:
        return create(t, name);
    case PHASE_TAKEN:
        m->phase = PHASE_BUSY;
        return plan_event(t, m, held.event, held.payload);
    case PHASE_NULL:
        m->phase = PHASE_BUSY;
        return plan_event(t, m, EVENT_NULL, val_null());
    case PHASE_GIVEN: {
        m->held = held;
        bool ok = enter_case(t, m);
        m->held = (message){0, val_null()};
        return ok;
    }
    case PHASE_LOOKING:
        look(t, m);
        return true;
    case PHASE_BUSY:
    case PHASE_IDLE:
    case PHASE_WAITING:
    case PHASE_HALTED:
        break;
    }
    return true;
}

void step_machine(step *t, int64_t name)
{
    t->budget = STEP_BUDGET;
    if (!resume(t, name))
        return;
    machine_state *m = state_find(t->s, name);
    while (m->phase == PHASE_BUSY) {
        if (t->budget-- == 0) {
            fail(t, FAULT_RUNAWAY, SRC_NONE);
            return;
        }
        if (m->frames.len > 0) {
            actor a = {
                .m = m, .decl = &t->s->ir->machines[m->machine], .fields = m->fields};
            jump j = {0};
            outcome out = execute(t, &a, &m->frames, &j);
            if (out == OUT_FAULT)
                return;
            if ((out == OUT_RAISED || out == OUT_GOTO) && !plan_jump(t, m, out, &j))
                return;
        } else if (m->tasks.len > 0) {
            if (!start_task(t, m))
                return;
        } else {
            m->phase = PHASE_LOOKING;
        }
    }
}

bool step_is_enabled(const machine_state *m)
{
    return m->phase != PHASE_IDLE && m->phase != PHASE_WAITING &&
           m->phase != PHASE_HALTED;
}

void step_start(step *t)
{
    t->budget = STEP_BUDGET;
    const ir_module *module_ = t->s->test->module;
    t->s->monitors = ARENA_ARRAY(memory(t), monitor_state, module_->monitor_count);
    for (uint32_t i = 0; i < module_->monitor_count; i++) {
        const ir_machine *decl = &t->s->ir->machines[module_->monitors[i].machine];
        monitor_state *m = &t->s->monitors[i];
        m->state = decl->start;
        m->fields = ARENA_ARRAY(memory(t), const val *, decl->field_count);
        for (uint32_t k = 0; k < decl->field_count; k++)
            m->fields[k] = val_default(memory(t), source(t), decl->fields[k].type);
    }
    for (uint32_t i = 0; i < module_->monitor_count; i++) {
        const ir_machine *decl = &t->s->ir->machines[module_->monitors[i].machine];
        if (!monitor_run(t, i, decl->states[decl->start].entry, val_null()))
            return;
    }
    if (!add_machine(t, child_name(t, NULL), t->s->test->main_interface, val_null()))
        fail(t, FAULT_UNBOUND, SRC_NONE);
}
