/* Prints assignments that take a value apart as one pattern. */
#include "icet/print_private.h"

/* The selections that lead to a part of a value, outermost first. */
typedef struct path {
    VEC(uint32_t) steps;
} path;

static void free_path(path *at)
{
    vec_free(&at->steps);
}

/* Finds the part of the value of TAKEN that E selects.  False: E selects from another
 * value, or is the whole value. */
static bool find_path(const icet_taken *taken, const icet_expr *e, path *out)
{
    vec_clear(&out->steps);
    const icet_expr *root = e;
    while (root->kind == ICET_EX_ITEM)
        root = root->args[0];
    bool is_part = root->kind == ICET_EX_PART && root->ctor == taken->ctor;
    const icet_expr *whole = is_part ? root->args[0] : root;
    if (is_part != (taken->ctor != NULL) || whole->kind != ICET_EX_VAR ||
        whole->index != taken->var)
        return false;
    for (; e != whole; e = e->args[0])
        vec_push(&out->steps, e->index);
    for (size_t i = 0, n = out->steps.len; i < n / 2; i++) {
        uint32_t swapped = out->steps.data[i];
        out->steps.data[i] = out->steps.data[n - 1 - i];
        out->steps.data[n - 1 - i] = swapped;
    }
    return out->steps.len > 0;
}

/* The length of the common prefix of A and B. */
static size_t common(const path *a, const path *b)
{
    size_t n = 0;
    while (n < a->steps.len && n < b->steps.len && a->steps.data[n] == b->steps.data[n])
        n++;
    return n;
}

/* True if a pattern assigns B after A. */
static bool is_later(const path *a, const path *b)
{
    size_t n = common(a, b);
    return n < a->steps.len && n < b->steps.len && a->steps.data[n] < b->steps.data[n];
}

icet_taken icet_take_apart(uint32_t var, const icet_ctor *ctor, const icet_stmt *first)
{
    icet_taken taken = {var, ctor, first, first, 0};
    path last = {0};
    path next = {0};
    for (const icet_stmt *s = first; s != NULL && s->kind == ICET_ASSIGN; s = s->next) {
        if (!find_path(&taken, s->value, &next) ||
            (taken.count > 0 && !is_later(&last, &next)))
            break;
        path swapped = last;
        last = next;
        next = swapped;
        taken.after = s->next;
        taken.count++;
    }
    free_path(&last);
    free_path(&next);
    return taken;
}

typedef struct pattern {
    const icet_printer *p;
    const icet_taken *taken;
    const icet_stmt *at; /* the next of its assignments */
    path next;           /* ... the part that it assigns */
    path here;
} pattern;

static void find_next(pattern *t)
{
    if (t->at != t->taken->after)
        find_path(t->taken, t->at->value, &t->next);
}

static void put_items(pattern *t, const icet_type *const *types, uint32_t count);

static void put_item(pattern *t, const icet_type *type)
{
    bool is_inside =
        t->at != t->taken->after && common(&t->here, &t->next) == t->here.steps.len;
    if (!is_inside) {
        strbuf_putc(t->p->out, '_');
    } else if (t->next.steps.len == t->here.steps.len) {
        icet_put_var(t->p, t->at->var);
        t->at = t->at->next;
        find_next(t);
    } else {
        put_items(t, type->items, type->count);
    }
}

static void put_items(pattern *t, const icet_type *const *types, uint32_t count)
{
    strbuf_putc(t->p->out, '(');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            strbuf_puts(t->p->out, ", ");
        vec_push(&t->here.steps, i);
        put_item(t, types[i]);
        (void)vec_pop(&t->here.steps);
    }
    strbuf_putc(t->p->out, ')');
}

void icet_put_pattern(const icet_printer *p, const icet_taken *taken,
                      const icet_type *const *types, uint32_t count)
{
    pattern t = {.p = p, .taken = taken, .at = taken->first};
    find_next(&t);
    put_items(&t, types, count);
    free_path(&t.next);
    free_path(&t.here);
}

const icet_ctor *icet_tested(const icet_stmt *s, uint32_t *var)
{
    bool is_test = s != NULL && s->kind == ICET_IF && s->value != NULL &&
                   s->value->kind == ICET_EX_IS &&
                   s->value->args[0]->kind == ICET_EX_VAR &&
                   s->value->ctor->data->count > 1;
    if (!is_test)
        return NULL;
    *var = s->value->args[0]->index;
    return s->value->ctor;
}
