/* Variables: slots of the process, or values known before the run.
 *
 * A collection has no type in IceT, so a variable that holds one must be known: it may
 * be assigned only outside of loops and branches, and only a constant.  Then its latest
 * value in the order of the text is its value in every run.  A reference to machines is
 * inlined in the same way if it is written once (becomes_known), which spares the
 * prover a variable.  Every other variable is a slot, and each declaration stores the
 * default of its type.
 */
#include "engine/sequential/extract/extract_private.h"

extract_var *extract_variable(extract_maker *m, const var_decl *decl)
{
    uint64_t key = (uint64_t)(uintptr_t)decl;
    extract_var *v = idmap_get(&m->variables, key);
    if (v != NULL)
        return v;
    v = ARENA_NEW(&m->x->scratch, extract_var);
    v->decl = decl;
    v->slot = ICET_NONE;
    idmap_put(&m->variables, key, v);
    return v;
}

uint32_t extract_new_slot(extract_maker *m, const char *name, const icet_type *type,
                          srcpos pos)
{
    assert(m->vars.len == m->is_counter.len);
    icet_var var = {.name = name, .pos = pos, .type = type};
    vec_push(&m->vars, var);
    vec_push(&m->is_counter, false);
    return (uint32_t)m->vars.len - 1;
}

const icet_expr *extract_read_slot(extract_maker *m, uint32_t slot, srcpos pos)
{
    assert(slot < m->vars.len);
    icet_expr *e =
        extract_expr_new(m->x, ICET_EX_VAR, vec_at(&m->vars, slot)->type, pos);
    e->index = slot;
    vec_push(&m->reads, e);
    return e;
}

/* ---- declarations ---- */

static void declare(extract_maker *m, const var_decl *decl, uint32_t depth)
{
    extraction *x = m->x;
    extract_var *v = extract_variable(m, decl);
    v->depth = depth;
    v->known = NULL;
    if (extract_has_collection(x, decl->type)) {
        v->known = extract_shape_default(x, decl->type, decl->name.pos);
        return;
    }
    const icet_type *type = extract_find_type(x, decl->type);
    if (type == NULL) /* reported where it is used */
        return;
    if (v->slot == ICET_NONE)
        v->slot =
            extract_new_slot(m, extract_text(x, decl->name.name), type, decl->name.pos);
    const icet_expr *value = extract_default(x, decl->type, decl->name.pos);
    extract_emit_assign(m, v->slot, value, decl->name.pos)->is_implicit = true;
}

void extract_declare(extract_maker *m, var_decl *const *vars, uint32_t count,
                     uint32_t depth)
{
    for (uint32_t i = 0; i < count; i++)
        declare(m, vars[i], depth);
}

static void count_write(void *context, const stmt *s)
{
    const var_decl *target = extract_written(s);
    if (target != NULL)
        extract_variable(context, target)->writes++;
}

void extract_count_writes(extract_maker *m, const fun_decl *f)
{
    extract_walk w = {.on_stmt = count_write, .context = m, .into_calls = true};
    extract_walk_function(&w, f);
    extract_walk_fini(&w);
}

/* ---- assignments ---- */

/* The variable keeps its known value to the end, since it is written once, outside of
 * loops and branches: no slot is needed.  This holds for an entry; a function may be
 * inlined twice. */
static bool becomes_known(const extract_maker *m, const extract_var *v,
                          const extract_shape *value)
{
    bool is_once = v->decl->kind != VAR_FIELD || m->frame->outer == NULL;
    return v->writes <= 1 && is_once && m->depth == v->depth &&
           extract_shape_is_wiring(value);
}

static void store_collection(extract_maker *m, extract_var *v,
                             const extract_shape *value, srcpos pos)
{
    if (m->depth != v->depth)
        extract_refuse(m->x, pos,
                       "assign it exactly once, outside of loops and branches",
                       "a collection that is assigned in a loop or branch");
    else if (!extract_shape_is_constant(value))
        extract_refuse(
            m->x, pos, NULL,
            "a collection together with a value that is not known before the run");
    v->known = value;
}

void extract_store_variable(extract_maker *m, extract_var *v,
                            const extract_shape *value, srcpos pos, bool is_implicit)
{
    if (extract_has_collection(m->x, v->decl->type)) {
        store_collection(m, v, value, pos);
        return;
    }
    extract_type(m->x, v->decl->type, pos);
    const icet_expr *e = extract_shape_expr(m->x, value, pos);
    if (m->x->failed)
        return;
    if (becomes_known(m, v, value)) {
        v->known = value;
        return;
    }
    v->known = NULL;
    extract_emit_assign(m, v->slot, e, pos)->is_implicit = is_implicit;
}

static uint32_t field_of(const expr *e)
{
    return e->kind == EX_TUPLE_FIELD ? (uint32_t)e->integer : e->access.index;
}

/* The whole tuple that contains TARGET, after TARGET got the value. */
static const extract_shape *whole_with(extract_maker *m, const expr *target,
                                       const extract_shape *value)
{
    if (target->kind == EX_NAME)
        return value;
    if (target->kind == EX_INDEX) {
        extract_refuse(m->x, target->pos, NULL, "an assignment to an element");
        return value;
    }
    const expr *tuple = target->args.data[0];
    const type_info *info = type_get(&m->x->p->symbols.types, tuple->type);
    const extract_shape *old = extract_eval(m, tuple);
    return whole_with(m, tuple,
                      extract_shape_with_part(m->x, old, info->count, field_of(target),
                                              value, target->pos));
}

void extract_store(extract_maker *m, const expr *target, const extract_shape *value,
                   srcpos pos)
{
    const extract_shape *whole = whole_with(m, target, value);
    const var_decl *decl = extract_target(target);
    if (!m->x->failed)
        extract_store_variable(m, extract_variable(m, decl), whole, pos, false);
}
