/* Local states that were sorted once are looked up. */
#include "engine/reduce/seq_sort.h"

#include "analysis/seq_order.h"
#include "core/process.h"

#include <assert.h>

struct seq_sort {
    core *c;
    arena memory;
    const seq_order *order;
    idmap sorted; /* local states: what stands for them */
    VEC(value) parts;
};

/* ---- Types ---- */

/* Nothing but numbers, texts and what is made of them: no machines, nothing that may
 * hold some. */
static bool is_plain(const types *t, type_id type)
{
    const type_info *info = type_get(t, type);
    switch (info->kind) {
    case TYPE_KIND_BUILTIN:
        return type >= TYPE_BOOL && type <= TYPE_STRING;
    case TYPE_KIND_ENUM:
        return true;
    case TYPE_KIND_FOREIGN:
    case TYPE_KIND_PERMISSION:
        return false;
    case TYPE_KIND_SEQ:
    case TYPE_KIND_SET:
    case TYPE_KIND_MAP:
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_NAMED_TUPLE:
        break;
    }
    for (uint32_t i = 0; i < info->count; i++)
        if (!is_plain(t, info->parts[i]))
            return false;
    return true;
}

/* Has a value of TYPE sequences that can be sorted? */
static bool has_sequences(const types *t, type_id type)
{
    const type_info *info = type_get(t, type);
    bool is_tuple =
        info->kind == TYPE_KIND_TUPLE || info->kind == TYPE_KIND_NAMED_TUPLE;
    if (info->kind == TYPE_KIND_SEQ)
        return is_plain(t, info->parts[0]);
    if (info->kind == TYPE_KIND_MAP)
        return has_sequences(t, info->parts[1]);
    for (uint32_t i = 0; is_tuple && i < info->count; i++)
        if (has_sequences(t, info->parts[i]))
            return true;
    return false;
}

static bool is_sorted_field(const seq_sort *s, uint32_t machine, uint32_t field)
{
    const ir_program *ir = s->c->ir;
    return has_sequences(&ir->source->types,
                         ir->machines[machine].fields[field].type) &&
           seq_order_is_hidden(s->order, machine, field);
}

/* ---- Values ---- */

/* Few elements, and mostly one new among sorted ones. */
static void sort_elements(const values *v, value *items, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && value_compare(v, items[k - 1], items[k]) > 0; k--) {
            value x = items[k];
            items[k] = items[k - 1];
            items[k - 1] = x;
        }
}

static value sort_value(seq_sort *s, type_id type, value x);

/* The parts of a map or a tuple from BASE on. */
static void sort_parts(seq_sort *s, const type_info *info, size_t base)
{
    bool is_map = info->kind == TYPE_KIND_MAP;
    for (size_t i = base + is_map; i < s->parts.len; i += 1 + (size_t)is_map) {
        type_id part = info->parts[is_map ? 1 : i - base];
        value sorted = sort_value(s, part, s->parts.data[i]);
        s->parts.data[i] = sorted; /* the list may have moved */
    }
}

static value sort_value(seq_sort *s, type_id type, value x)
{
    const types *t = &s->c->ir->source->types;
    const type_info *info = type_get(t, type);
    if (!value_is_node(x) || !has_sequences(t, type))
        return x;
    value_view w = value_get(&s->c->vals, x);
    size_t base = s->parts.len;
    vec_append(&s->parts, w.items, w.count);
    if (w.kind == VK_SEQ)
        sort_elements(&s->c->vals, s->parts.data + base, w.count);
    else
        sort_parts(s, info, base);
    value sorted =
        value_make(&s->c->vals, w.kind, w.aux, s->parts.data + base, w.count);
    s->parts.len = base;
    return sorted;
}

/* ---- States ---- */

static value sort_fields(seq_sort *s, value local)
{
    uint32_t machine = local_machine(s->c, local);
    const ir_machine *m = &s->c->ir->machines[machine];
    value_view w = value_get(&s->c->vals, local);
    if (w.count != LOCAL_FIELDS + m->field_count) /* halted, or blocked */
        return local;
    size_t base = s->parts.len;
    vec_append(&s->parts, w.items, w.count);
    for (uint32_t i = 0; i < m->field_count; i++)
        if (is_sorted_field(s, machine, i)) {
            value sorted = sort_value(s, m->fields[i].type, w.items[LOCAL_FIELDS + i]);
            s->parts.data[base + LOCAL_FIELDS + i] = sorted;
        }
    value result =
        value_make(&s->c->vals, w.kind, w.aux, s->parts.data + base, w.count);
    s->parts.len = base;
    return result;
}

static value sort_local(seq_sort *s, value local)
{
    size_t known = idmap_get_number(&s->sorted, local);
    if (known != 0)
        return (value)known;
    value sorted = sort_fields(s, local);
    idmap_put_number(&s->sorted, local, sorted);
    return sorted;
}

bool seq_sort_row(seq_sort *s, system_state *row)
{
    bool is_other = false;
    for (machine_id id = 0; id < system_machines(s->c, row); id++) {
        value *local = &row->data[env_columns(s->c) + 2 * id];
        if (*local == VALUE_NULL)
            continue;
        value sorted = sort_local(s, *local);
        is_other |= sorted != *local;
        *local = sorted;
    }
    return is_other;
}

static bool has_work(const seq_sort *s)
{
    for (uint32_t m = 0; m < s->c->ir->plain_machine_count; m++)
        for (uint32_t i = 0; i < s->c->ir->machines[m].field_count; i++)
            if (is_sorted_field(s, m, i))
                return true;
    return false;
}

seq_sort *seq_sort_new(core *c)
{
    seq_sort *s = mem_alloc(sizeof *s);
    s->c = c;
    s->order = seq_order_new(&s->memory, c->ir);
    if (has_work(s))
        return s;
    seq_sort_free(s);
    return NULL;
}

void seq_sort_free(seq_sort *s)
{
    if (s == NULL)
        return;
    arena_fini(&s->memory);
    idmap_fini(&s->sorted);
    vec_free(&s->parts);
    mem_free(s, sizeof *s);
}
