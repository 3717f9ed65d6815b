/* Values and names in files.
 *
 * A file may be damaged or forged, so everything is checked that the rest of the core
 * relies on.  Names: the parent comes before its child, and interface and declaration
 * are those that the modules of the test give.  Values: see value_file.c, and that each
 * refers to events, types, rights and machines of this test.  What local states and
 * messages hold is checked by vet.h.
 */
#include "core/store.h"

#include "core/openint_file.h"

/* ---- Names ---- */

static void save_names(const naming *n, savefile *f)
{
    savefile_put_number(f, n->machines.len);
    vec_each (m, &n->machines) {
        const uint32_t fields[5] = {m->parent, m->number, m->requested, m->interface,
                                    m->decl};
        savefile_put(f, fields, sizeof fields);
    }
    savefile_put(f, n->sorted.data, n->sorted.len * sizeof *n->sorted.data);
}

/* The interface that `new REQUESTED` in a machine made as INTERFACE creates. */
static uint32_t linked(const core *c, uint32_t interface, uint32_t requested)
{
    const ir_binding *b = c->bindings[interface];
    const ir_machine *m = &c->ir->machines[b->machine];
    for (uint32_t k = 0; k < m->create_count; k++)
        if (m->creates[k] == requested)
            return b->links[k];
    return requested;
}

/* FIELDS as save_names writes them. */
static bool name_is_right(const core *c, uint32_t id, const uint32_t *fields)
{
    uint32_t parent = fields[0];
    uint32_t requested = fields[2];
    if (fields[1] == 0 || requested >= c->ir->interface_count ||
        (id == 0) != (parent == MACHINE_NONE))
        return false;
    if (id == 0 && (fields[1] != 1 || requested != c->test->main_interface))
        return false;
    if (id > 0 && parent >= id)
        return false;
    uint32_t made =
        id == 0 ? requested
                : linked(c, naming_get(&c->vals.names, parent)->interface, requested);
    return fields[3] == made && c->bindings[made] != NULL &&
           fields[4] == c->bindings[made]->machine;
}

static bool is_same_name(const machine_name *m, const uint32_t *fields)
{
    return m->parent == fields[0] && m->number == fields[1] &&
           m->requested == fields[2];
}

/* Those that the core has already must be the first. */
static bool load_name(core *c, uint32_t id, savefile *f)
{
    naming *n = &c->vals.names;
    uint32_t p[5];
    if (!savefile_get(f, p, sizeof p) || !name_is_right(c, id, p))
        return false;
    if (id < n->machines.len)
        return is_same_name(naming_get(n, id), p);
    return naming_append(n, p[0], p[1], p[2], p[3], p[4]) == id;
}

static bool load_order(naming *n, savefile *f)
{
    size_t size = n->machines.len * sizeof(machine_id);
    machine_id *sorted = mem_alloc(size + 1);
    bool ok = savefile_get(f, sorted, size) && naming_set_order(n, sorted);
    mem_free(sorted, size + 1);
    return ok;
}

static bool load_names(core *c, savefile *f)
{
    uint64_t count;
    if (!savefile_get_number(f, &count) || count < c->vals.names.machines.len ||
        count > VALUE_ATOM_MASK)
        return false;
    for (uint32_t id = 0; id < count; id++)
        if (!load_name(c, id, f))
            return false;
    return load_order(&c->vals.names, f);
}

/* ---- Values ---- */

static bool are_events_right(const core *c, value_view w)
{
    for (uint32_t i = 0; i < w.count; i++)
        if (w.items[i] >> VALUE_ATOM_SHIFT ==
                (VALUE_ATOM_BIT >> VALUE_ATOM_SHIFT | ATOM_EVENT) &&
            value_to_event(w.items[i]) >= c->ir->event_count)
            return false;
    return true;
}

static bool is_shape_right(const core *c, value_view w)
{
    const types *t = &c->source->types;
    if (w.aux == 0)
        return true;
    return w.aux < t->infos.len && c->shapes[w.aux] == w.aux &&
           type_get(t, w.aux)->kind == TYPE_KIND_NAMED_TUPLE &&
           type_get(t, w.aux)->count == w.count;
}

static bool are_rights_right(const core *c, value x)
{
    evset_id events = 0;
    return value_has_rights(&c->vals, x, &events) &&
           events < intern_count(&c->source->evsets.sets) &&
           events != core_usual_rights(c, value_to_machine_id(&c->vals, x));
}

static bool node_is_right(void *context, value x)
{
    const core *c = context;
    value_kind kind = value_kind_of(&c->vals, x);
    if (kind == VK_MACHINE)
        return are_rights_right(c, x);
    if (kind < VK_TUPLE)
        return true;
    value_view w = value_get(&c->vals, x);
    return are_events_right(c, w) && (kind != VK_TUPLE || is_shape_right(c, w)) &&
           (kind != VK_RECORD || (w.aux >= REC_LIST && w.aux <= REC_LOOSE));
}

void store_save(const core *c, savefile *f)
{
    save_names(&c->vals.names, f);
    if (c->vals.open != NULL)
        openint_file_save(c->vals.open, f);
    values_save(&c->vals, f);
}

bool store_load(core *c, savefile *f)
{
    return load_names(c, f) && (c->vals.open == NULL || openint_file_load(c, f)) &&
           values_load(&c->vals, f, node_is_right, c);
}
