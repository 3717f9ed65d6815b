#include "core/core.h"

#include "core/component.h"
#include "core/openint.h"
#include "core/value_heap.h"
#include "core/within.h"

#include "core/coverage.h"
#include "core/step.h"

#include <string.h>

/* ---- Tables derived from the program ---- */

static value constant(core *c, const ir_const *k)
{
    switch (k->kind) {
    case IR_CONST_NULL:
        return VALUE_NULL;
    case IR_CONST_BOOL:
        return value_bool(k->integer != 0);
    case IR_CONST_INT:
        return value_int(&c->vals, k->integer);
    case IR_CONST_FLOAT:
        return value_float(&c->vals, k->real);
    case IR_CONST_TEXT:
        return value_text(&c->vals, k->text, k->len);
    case IR_CONST_EVENT:
        return value_event((uint32_t)k->integer);
    }
    return VALUE_NULL;
}

value *core_consts(core *c, const ir_program *ir)
{
    value *consts = ARENA_ARRAY(&c->memory, value, ir->const_count);
    for (uint32_t i = 0; i < ir->const_count; i++)
        consts[i] = constant(c, &ir->consts[i]);
    return consts;
}

static void set_params(core *c)
{
    c->params = ARENA_ARRAY(&c->memory, value, c->ir->param_count);
    for (uint32_t i = 0; i < c->ir->param_count; i++)
        c->params[i] = core_default(c, c->ir->params[i].type);
    for (uint32_t i = 0; i < c->test->param_count; i++) {
        uint32_t param = c->test->params[i];
        bool is_bool = c->ir->params[param].type == TYPE_BOOL;
        c->params[param] = is_bool ? value_bool(c->test->values[i] != 0)
                                   : value_int(&c->vals, c->test->values[i]);
    }
}

/* The shape of a named tuple is the first type with the same names. */
uint32_t *core_shapes(core *c)
{
    const types *t = &c->source->types;
    size_t count = t->infos.len;
    uint32_t *shapes = ARENA_ARRAY(&c->memory, uint32_t, count);
    intern lists;
    intern_init(&lists);
    VEC(uint32_t) first = {0};
    for (type_id id = TYPE_FIRST_MADE; id < count; id++) {
        const type_info *info = type_get(t, id);
        if (info->kind != TYPE_KIND_NAMED_TUPLE)
            continue;
        intern_id list = intern_put(&lists, info->names, info->count * sizeof(name_id));
        if (list == first.len)
            vec_push(&first, id);
        shapes[id] = *vec_at(&first, list);
    }
    vec_free(&first);
    intern_fini(&lists);
    return shapes;
}

static void set_bindings(core *c)
{
    const ir_module *m = c->test->module;
    c->bindings = ARENA_ARRAY(&c->memory, const ir_binding *, c->ir->interface_count);
    for (uint32_t i = 0; i < m->binding_count; i++)
        c->bindings[m->bindings[i].interface] = &m->bindings[i];
}

static bool contains(const uint32_t *sorted, uint32_t count, uint32_t x)
{
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && sorted[low] == x;
}

bool core_watches(const core *c, uint32_t monitor, uint32_t interface, uint32_t event)
{
    const ir_monitor *m = &c->test->module->monitors[monitor];
    return contains(m->watches, m->watch_count, interface) &&
           evset_has(&c->source->evsets, c->ir->machines[m->machine].observes, event);
}

/* Splits the classes of interfaces by whether monitor K watches them. */
static void split_classes(const core *c, const ir_monitor *m, uint32_t *classes,
                          uint32_t *count)
{
    idmap halves = {0}; /* class -> the class of those that are watched */
    for (uint32_t i = 0; i < m->watch_count; i++) {
        uint32_t *class = &classes[m->watches[i]];
        if (c->bindings[m->watches[i]] == NULL)
            continue;
        size_t half = idmap_get_number(&halves, *class);
        if (half == 0) {
            half = *count;
            idmap_put_number(&halves, *class, half);
            ++*count;
        }
        *class = (uint32_t)half;
    }
    idmap_fini(&halves);
}

/* Interfaces that the same monitors watch are observed alike, so they share a table.
 * CLASSES: by interface, from 0 on.  Returns how many there may be. */
static uint32_t find_classes(const core *c, uint32_t *classes)
{
    uint32_t count = 1;
    const ir_module *m = c->test->module;
    for (uint32_t k = 0; k < m->monitor_count; k++)
        split_classes(c, &m->monitors[k], classes, &count);
    return count;
}

static void observe(const core *c, const ir_monitor *m, bool *observed)
{
    const evsets *sets = &c->source->evsets;
    evset_id observes = c->ir->machines[m->machine].observes;
    if (observes == EVSET_ALL) {
        for (uint32_t e = 0; e < c->ir->event_count; e++)
            observed[e] |= evset_has(sets, observes, e);
        return;
    }
    size_t count;
    const uint32_t *members = evset_members(sets, observes, &count);
    for (size_t i = 0; i < count; i++)
        observed[members[i]] = true;
}

/* One table for a class, made from what its first interface is watched by. */
static void set_observed(core *c)
{
    uint32_t interfaces = c->ir->interface_count;
    c->observed = ARENA_ARRAY(&c->memory, bool *, interfaces);
    uint32_t *classes = ARENA_ARRAY(&c->memory, uint32_t, interfaces);
    uint32_t count = find_classes(c, classes);
    bool **tables = ARENA_ARRAY(&c->memory, bool *, count);
    uint32_t *first = ARENA_ARRAY(&c->memory, uint32_t, count);
    for (uint32_t i = 0; i < interfaces; i++) {
        if (c->bindings[i] == NULL)
            continue;
        if (tables[classes[i]] == NULL) {
            tables[classes[i]] = ARENA_ARRAY(&c->memory, bool, c->ir->event_count);
            first[classes[i]] = i;
        }
        c->observed[i] = tables[classes[i]];
    }
    const ir_module *m = c->test->module;
    for (uint32_t k = 0; k < m->monitor_count; k++)
        for (uint32_t i = 0; i < m->monitors[k].watch_count; i++) {
            uint32_t watched = m->monitors[k].watches[i];
            if (c->bindings[watched] != NULL && first[classes[watched]] == watched)
                observe(c, &m->monitors[k], c->observed[watched]);
        }
}

static void set_actions(core *c)
{
    c->polls_queue = ARENA_ARRAY(&c->memory, bool, c->ir->machine_count);
    c->has_quorum = ARENA_ARRAY(&c->memory, bool, c->ir->event_count);
    for (uint32_t i = 0; i < c->ir->machine_count; i++) {
        const ir_machine *m = &c->ir->machines[i];
        for (uint32_t s = 0; s < m->state_count; s++) {
            for (uint32_t a = 0; a < m->states[s].action_count; a++) {
                const ir_action *one = &m->states[s].actions[a];
                c->polls_queue[i] |=
                    one->event == EVENT_NULL || one->kind == ACTION_QUORUM;
                c->has_quorum[one->event] |= one->kind == ACTION_QUORUM;
            }
        }
    }
}

bool core_may_be_hot(const ir_program *ir, const ir_test *test)
{
    for (uint32_t i = 0; i < test->module->monitor_count; i++) {
        const ir_machine *m = &ir->machines[test->module->monitors[i].machine];
        for (uint32_t k = 0; m->kind == MACHINE_SPEC && k < m->state_count; k++)
            if (m->states[k].temp == HOT)
                return true;
    }
    return false;
}

bool core_has_quorum(const ir_program *ir)
{
    for (uint32_t m = 0; m < ir->machine_count; m++)
        for (uint32_t s = 0; s < ir->machines[m].state_count; s++)
            for (uint32_t a = 0; a < ir->machines[m].states[s].action_count; a++)
                if (ir->machines[m].states[s].actions[a].kind == ACTION_QUORUM)
                    return true;
    return false;
}

void core_look_at_cycles(core *c)
{
    c->stops_in_loops = c->labels_choices = core_may_be_hot(c->ir, c->test);
}

core *core_new(const ir_program *ir, const ir_test *test, const core_options *options)
{
    core *c = mem_alloc(sizeof *c);
    c->ir = ir;
    c->source = ir->source;
    c->test = test;
    c->options = *options;
    arena_init(&c->memory);
    values_init(&c->vals, &c->source->types);
    c->shapes = core_shapes(c);
    c->consts = core_consts(c, ir);
    set_params(c);
    set_bindings(c);
    set_observed(c);
    set_actions(c);
    c->is_apart = inbox_find_apart(ir, c->polls_queue, &c->memory);
    c->live = ARENA_ARRAY(&c->memory, live_slots *, ir->function_count);
    c->prepared =
        ARENA_ARRAY(&c->memory, struct prepared_function *, ir->function_count);
    c->slot_defaults = ARENA_ARRAY(&c->memory, const value *, ir->function_count);
    c->field_defaults = ARENA_ARRAY(&c->memory, const value *, ir->machine_count);
    c->cache = step_cache_new();
    c->coverage = coverage_new(ir);
    c->outboxes = component_cache_new();
    c->within = within_new(c);
    return c;
}

void core_forget_limits(core *c)
{
    c->is_over = NULL;
    c->limit = STOP_NONE;
    c->most_outcomes = 0;
    c->was_stopped = false;
}

bool core_is_over(core *c)
{
    if (c->is_over != NULL)
        c->was_stopped |= c->is_over(c->is_over_context);
    return c->was_stopped;
}

bool core_looks(core *c, size_t number)
{
    enum { NOW_AND_THEN = 256 };
    return number % NOW_AND_THEN == NOW_AND_THEN - 1 ? core_is_over(c) : c->was_stopped;
}

void core_free(core *c)
{
    if (c == NULL)
        return;
    step_cache_free(c->cache);
    within_free(c->within);
    component_cache_free(c->outboxes);
    coverage_free(c->coverage);
    vec_free(&c->faults);
    vec_free(&c->scratch);
    idmap_fini(&c->defaults);
    openint_free(c->vals.open);
    values_fini(&c->vals);
    arena_fini(&c->memory);
    mem_free(c, sizeof *c);
}

/* ---- Types at run time ---- */

static value default_enum(core *c, type_id type)
{
    return value_int(&c->vals, (int64_t)type_smallest_elem(&c->source->types, type));
}

static value default_tuple(core *c, type_id type)
{
    const type_info *info = type_get(&c->source->types, type);
    value *items = ARENA_ARRAY(&c->memory, value, info->count);
    for (uint32_t i = 0; i < info->count; i++)
        items[i] = core_default(c, info->parts[i]);
    return value_make(&c->vals, VK_TUPLE, c->shapes[type], items, info->count);
}

static value make_default(core *c, type_id type)
{
    const type_info *info = type_get(&c->source->types, type);
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
        switch (type) {
        case TYPE_BOOL:
            return VALUE_FALSE;
        case TYPE_INT:
            return value_int(&c->vals, 0);
        case TYPE_FLOAT:
            return value_float(&c->vals, 0);
        case TYPE_STRING:
            return value_text(&c->vals, "", 0);
        }
        return VALUE_NULL;
    case TYPE_KIND_ENUM:
        return default_enum(c, type);
    case TYPE_KIND_FOREIGN:
    case TYPE_KIND_PERMISSION:
        return VALUE_NULL;
    case TYPE_KIND_SEQ:
        return value_make(&c->vals, VK_SEQ, 0, NULL, 0);
    case TYPE_KIND_SET:
        return value_make(&c->vals, VK_SET, 0, NULL, 0);
    case TYPE_KIND_MAP:
        return value_make(&c->vals, VK_MAP, 0, NULL, 0);
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        return default_tuple(c, type);
    }
    return VALUE_NULL;
}

value core_default(core *c, type_id type)
{
    size_t known = idmap_get_number(&c->defaults, type);
    if (known != 0)
        return (value)(known - 1);
    bool heap = values_switch_heap(&c->vals, false); /* the value is kept */
    value x = make_default(c, type);
    values_switch_heap(&c->vals, heap);
    idmap_put_number(&c->defaults, type, (size_t)x + 1);
    return x;
}

static bool fits_builtin(type_id type, value_kind kind)
{
    switch (type) {
    case TYPE_BOOL:
        return kind == VK_BOOL;
    case TYPE_INT:
        return kind == VK_INT;
    case TYPE_FLOAT:
        return kind == VK_FLOAT;
    case TYPE_STRING:
        return kind == VK_TEXT;
    case TYPE_EVENT:
        return kind == VK_EVENT || kind == VK_NULL;
    case TYPE_MACHINE:
        return kind == VK_MACHINE || kind == VK_NULL;
    }
    return true;
}

bool core_fits(const core *c, type_id type, value x)
{
    const type_info *info = type_get(&c->source->types, type);
    value_kind kind = value_kind_of(&c->vals, x);
    bool is_null = kind == VK_NULL;
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
        return fits_builtin(type, kind);
    case TYPE_KIND_ENUM:
        return kind == VK_INT;
    case TYPE_KIND_FOREIGN:
        return true;
    case TYPE_KIND_PERMISSION:
        return kind == VK_MACHINE || is_null;
    case TYPE_KIND_SEQ:
        return kind == VK_SEQ || is_null;
    case TYPE_KIND_SET:
        return kind == VK_SET || is_null;
    case TYPE_KIND_MAP:
        return kind == VK_MAP || is_null;
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        /* P compares neither the names nor the number of fields: core_field_index does,
         * where a field is read. */
        return is_null || (kind == VK_TUPLE &&
                           (value_get(&c->vals, x).aux != 0) == (c->shapes[type] != 0));
    }
    return true;
}

uint32_t core_field_index(const core *c, const value_view *t, type_id type,
                          uint32_t index)
{
    if (t->aux == c->shapes[type])
        return index < t->count ? index : FIELD_NONE;
    if (t->aux == 0 || c->shapes[type] == 0)
        return FIELD_NONE;
    const type_info *has = type_get(&c->source->types, t->aux);
    name_id wanted = type_get(&c->source->types, type)->names[index];
    for (uint32_t i = 0; i < t->count; i++)
        if (has->names[i] == wanted)
            return i;
    return FIELD_NONE;
}

static const value *defaults_of(core *c, const ir_slot *slots, uint32_t count)
{
    value *made = ARENA_ARRAY(&c->memory, value, count + 1);
    for (uint32_t i = 0; i < count; i++)
        made[i] = core_default(c, slots[i].type);
    return made;
}

const value *core_make_slot_defaults(core *c, uint32_t function)
{
    const ir_function *f = &c->ir->functions[function];
    c->slot_defaults[function] = defaults_of(c, f->slots, f->slot_count);
    return c->slot_defaults[function];
}

const value *core_field_defaults(core *c, uint32_t machine)
{
    const ir_machine *m = &c->ir->machines[machine];
    if (c->field_defaults[machine] == NULL)
        c->field_defaults[machine] = defaults_of(c, m->fields, m->field_count);
    return c->field_defaults[machine];
}

/* ---- Queries for engines ---- */

bool core_has_faults(const core *c)
{
    for (int i = 0; i < BUDGET_COUNT; i++)
        if (c->options.budgets[i].left > 0)
            return true;
    return false;
}

bool core_may_crash(const core *c, uint32_t machine)
{
    const fault_budget *b = &c->options.budgets[BUDGET_CRASH];
    return b->left > 0 && (b->may == NULL || b->may[machine]);
}

bool core_may_fail(const core *c, int budget, uint32_t event)
{
    const fault_budget *b = &c->options.budgets[budget];
    return b->left > 0 && (b->may == NULL ? event != EVENT_HALT : b->may[event]);
}

uint32_t core_find_action(const ir_state *s, uint32_t event)
{
    uint32_t low = 0;
    uint32_t high = s->action_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->actions[middle].event < event)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void core_show_machine(const core *c, machine_id id, strbuf *out)
{
    const machine_name *m = naming_get(&c->vals.names, id);
    strbuf_puts(out, c->ir->interfaces[m->requested].name);
    strbuf_putc(out, '(');
    naming_path(&c->vals.names, id, out);
    strbuf_putc(out, ')');
}

evset_id core_usual_rights(const core *c, machine_id id)
{
    return c->ir->interfaces[naming_get(&c->vals.names, id)->requested].receives;
}
