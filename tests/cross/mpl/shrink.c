#include "shrink.h"

typedef struct shrinker {
    mpl_source *best;
    mpl_source other;
    shrink_is_interesting *is_interesting;
    void *context;
} shrinker;

static bool parse(mpl_program *p, const mpl_source *s)
{
    mpl_error e;
    return mpl_parse(p, strbuf_text(&s->text), &e) &&
           mpl_set_models(p, strbuf_text(&s->models), &e);
}

static void swap(mpl_source *a, mpl_source *b)
{
    mpl_source c = *a;
    *a = *b;
    *b = c;
}

/* P, which somebody changed, without one operation; takes it if it is interesting.  It
 * may be none without it: who joins must have spawned. */
static bool offer(shrinker *s, const mpl_program *p, mpl_op_id without)
{
    strbuf_clear(&s->other.text);
    strbuf_clear(&s->other.models);
    mpl_print(p, without, &s->other.text);
    mpl_print_models(p, &s->other.models);
    mpl_program q;
    if (!parse(&q, &s->other))
        return false;
    bool takes = s->is_interesting(s->context, &q);
    mpl_free(&q);
    if (takes)
        swap(s->best, &s->other);
    return takes;
}

static bool is_in_use(const mpl_program *p, uint32_t thread)
{
    for (size_t i = 1; i < p->ops.len; i++) {
        const mpl_op *o = &p->ops.data[i];
        if (o->thread == thread ||
            ((o->kind == MPL_SEND || o->kind == MPL_JOIN || o->kind == MPL_SPAWN) &&
             o->to == thread))
            return true;
    }
    return false;
}

static void remove_thread(mpl_program *p, uint32_t thread)
{
    for (size_t i = thread; i + 1 < p->threads.len; i++)
        p->threads.data[i] = p->threads.data[i + 1];
    p->threads.len--;
    vec_each (o, &p->ops)
        o->to -= o->to > thread;
}

static bool drop_a_thread(shrinker *s, mpl_program *p)
{
    for (uint32_t t = 1; t < p->threads.len; t++)
        if (!is_in_use(p, t)) {
            remove_thread(p, t);
            return offer(s, p, 0);
        }
    return false;
}

static bool drop_an_op(shrinker *s, mpl_program *p)
{
    for (mpl_op_id i = 1; i < p->ops.len; i++)
        if (offer(s, p, i))
            return true;
    return false;
}

static bool simplify_op(shrinker *s, mpl_program *p, mpl_op *o)
{
    mpl_op was = *o;
    mpl_op simple = was;
    simple.is_lossy = simple.has_model = simple.sends_last = false;
    simple.is_selective = false;
    simple.set_size = 0;
    if (was.is_lossy || was.has_model || was.sends_last || was.is_selective) {
        *o = simple;
        if (offer(s, p, 0))
            return true;
        *o = was;
    }
    if (was.kind == MPL_RECEIVE && !was.is_blocking) {
        o->is_blocking = true;
        if (offer(s, p, 0))
            return true;
        *o = was;
    }
    return false;
}

static bool simplify_an_op(shrinker *s, mpl_program *p)
{
    vec_each (o, &p->ops)
        if (simplify_op(s, p, o))
            return true;
    return false;
}

static bool simplify_thread(shrinker *s, mpl_program *p, mpl_thread *t)
{
    mpl_thread was = *t;
    t->is_daemon = false;
    if (was.is_daemon && offer(s, p, 0))
        return true;
    *t = was;
    t->model = MPL_ASYN;
    if (was.model != MPL_ASYN && offer(s, p, 0))
        return true;
    *t = was;
    return false;
}

static bool simplify_a_thread(shrinker *s, mpl_program *p)
{
    vec_each (t, &p->threads)
        if (simplify_thread(s, p, t))
            return true;
    if (p->lose == 0)
        return false;
    p->lose--;
    bool takes = offer(s, p, 0);
    p->lose++;
    return takes;
}

static bool make_smaller(shrinker *s)
{
    mpl_program p;
    if (!parse(&p, s->best))
        return false;
    bool takes = drop_an_op(s, &p) || simplify_an_op(s, &p) ||
                 simplify_a_thread(s, &p) || drop_a_thread(s, &p);
    mpl_free(&p);
    return takes;
}

void shrink(mpl_source *best, shrink_is_interesting *is_interesting, void *context)
{
    shrinker s = {.best = best, .is_interesting = is_interesting, .context = context};
    while (make_smaller(&s))
        continue;
    mpl_source_free(&s.other);
}
