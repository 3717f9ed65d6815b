#include "core/store.h"

/* ---- Names ---- */

static void save_names(const naming *n, savefile *f)
{
    savefile_put_number(f, n->machines.len);
    vec_each (m, &n->machines) {
        const uint32_t fields[5] = {m->parent, m->number, m->requested, m->interface,
                                    m->decl};
        savefile_put(f, fields, sizeof fields);
    }
}

/* Machine ids are given again in their original order. */
static bool load_names(naming *n, savefile *f)
{
    uint64_t count;
    if (!savefile_get_number(f, &count) || count < n->machines.len)
        return false;
    for (uint64_t id = 0; id < count; id++) {
        uint32_t p[5];
        if (!savefile_get(f, p, sizeof p) || (p[0] != MACHINE_NONE && p[0] >= id) ||
            naming_child(n, p[0], p[1], p[2], p[3], p[4]) != id)
            return false;
    }
    return true;
}

void store_save(const core *c, savefile *f)
{
    save_names(&c->vals.names, f);
    values_save(&c->vals, f);
}

bool store_load(core *c, savefile *f)
{
    return load_names(&c->vals.names, f) && values_load(&c->vals, f);
}
