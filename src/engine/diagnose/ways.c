#include "engine/diagnose/ways.h"

#include <math.h>

enum {
    PATHS = 200,     /* for the estimate of one step */
    MOST_STEPS = 12, /* that are measured */
};

void ways_fini(ways *s)
{
    vec_each (x, &s->steps)
        vec_free(&x->from);
    vec_free(&s->steps);
}

static void add_site(choice_site_list *sites, const note *n)
{
    vec_each (known, sites)
        if (known->pos == n->pos && known->op == n->index) {
            known->width = n->width > known->width ? n->width : known->width;
            known->times++;
            return;
        }
    choice_site new_one = {n->pos, n->index, n->width, 1};
    vec_push(sites, new_one);
}

/* The product of the widths of all choices of a step, as far as they are tried; 1: it
 * has none. */
static double ways_of(const core *c, const note_list *notes)
{
    uint32_t most = c->options.narrow;
    double product = 1;
    vec_each (n, notes)
        if (n->kind == NOTE_CHOICE)
            product *= most > 0 && n->width > most ? most : n->width;
    return product;
}

/* ---- The place of a step ---- */

static const note *first_choice(const note_list *notes)
{
    vec_each (n, notes)
        if (n->kind == NOTE_CHOICE)
            return n;
    return NULL;
}

static srcpos function_pos(const core *c, uint32_t function, srcpos otherwise)
{
    srcpos pos = function != IR_NONE ? c->ir->functions[function].pos : SRC_NONE;
    return pos != SRC_NONE ? pos : otherwise;
}

/* The last handler that begins before the choice: the one that makes it. */
static srcpos handler_pos(const core *c, const walk *w, const note *choice)
{
    const ir_machine *m = &c->ir->machines[choice->decl];
    value local = system_local(c, &w->before, choice->machine);
    uint32_t state = local != VALUE_NULL ? local_state(c, local) : m->start;
    srcpos pos = m->states[state].pos;
    if (local != VALUE_NULL &&
        value_item(&c->vals, local, LOCAL_FRAMES) != VALUE_NULL) /* it goes on */
        pos = function_pos(c, local_innermost(c, local).function, pos);
    for (const note *n = w->notes.data; n != choice; n++) {
        if (n->machine != choice->machine)
            continue;
        if (n->kind == NOTE_START || n->kind == NOTE_ENTER) {
            state = n->index;
            pos = function_pos(c, m->states[state].entry, m->states[state].pos);
        } else if (n->kind == NOTE_HANDLE) {
            const ir_action *a = core_action(m, state, n->index);
            pos = a == NULL ? pos : a->pos;
        }
    }
    return pos;
}

static wide_step *find_step(ways *s, uint32_t decl, srcpos pos)
{
    vec_each (x, &s->steps)
        if (x->decl == decl && x->pos == pos)
            return x;
    wide_step new_one = {.decl = decl, .pos = pos};
    vec_push(&s->steps, new_one);
    return vec_last(&s->steps);
}

static void see_alternatives(ways *s, const note_list *notes)
{
    vec_each (n, notes) {
        bool is_choose = n->kind == NOTE_CHOICE && n->index != IR_NONDET &&
                         n->index != IR_FAIR_NONDET;
        if (is_choose && n->width > s->alternatives)
            s->alternatives = n->width;
    }
}

void ways_see(ways *s, const walk *w)
{
    see_alternatives(s, &w->notes);
    double here = ways_of(w->c, &w->notes);
    const note *choice = first_choice(&w->notes);
    if (choice == NULL || here < 2)
        return;
    wide_step *x = find_step(s, choice->decl, handler_pos(w->c, w, choice));
    x->is_first |= w->steps == 1;
    if (here <= x->ways)
        return;
    x->ways = here;
    system_copy(&w->before, &x->from);
    x->step = w->last;
}

/* ---- Ways ---- */

static double weight_of(const choice_site *x)
{
    return (double)x->times * log((double)x->width);
}

/* Of the sites of one step: those whose choices multiply most. */
static void keep_sites(wide_step *x, const choice_site_list *sites)
{
    for (int i = 0; i < WAYS_SITES; i++)
        x->sites[i] = (choice_site){.width = 0};
    vec_each (site, sites) {
        choice_site next = *site;
        for (int i = 0; i < WAYS_SITES; i++)
            if (x->sites[i].width == 0 || weight_of(&next) > weight_of(&x->sites[i])) {
                choice_site was = x->sites[i];
                x->sites[i] = next;
                next = was;
                if (next.width == 0)
                    break;
            }
    }
}

static void estimate(wide_step *x, walk *w)
{
    double sum = 0;
    double most = 0;
    size_t ends = 0;
    idmap states = {0};
    for (int i = 0; i < PATHS; i++) {
        choice_site_list here = {0};
        if (walk_try(w, &x->from, x->step)) {
            ends++;
            idmap_add(&states, system_hash(w->c, &w->at));
        }
        double product = ways_of(w->c, &w->notes);
        vec_each (n, &w->notes)
            if (n->kind == NOTE_CHOICE)
                add_site(&here, n);
        if (product > most) {
            most = product;
            keep_sites(x, &here);
        }
        sum += product;
        vec_free(&here);
    }
    x->ways = sum / PATHS;
    x->is_distinct = states.len == ends;
    idmap_fini(&states);
}

/* ---- Outcomes ---- */

/* The core asks between runs of a step (STEP_LOOK_RUNS), and within long ones. */
typedef struct patience {
    uint64_t asked;
    uint64_t most;
    bool (*is_over)(void *context); /* the core's own limit, or NULL */
    void *context;
} patience;

static bool is_over(void *context)
{
    patience *p = context;
    return ++p->asked >= p->most || (p->is_over != NULL && p->is_over(p->context));
}

static void enumerate(wide_step *x, core *c, uint64_t most)
{
    enum { TRIES = 4 }; /* for each outcome: many ways may lead to the same one */
    patience p = {.most = most * TRIES / STEP_LOOK_RUNS + 1,
                  .is_over = c->is_over,
                  .context = c->is_over_context};
    transition_result r = {0};
    system_state to = {0};
    uint64_t count = 0;
    c->is_over = is_over;
    c->is_over_context = &p;
    c->most_outcomes = most;
    while (!r.is_last && count <= most &&
           system_step(c, &x->from, x->step, (uint32_t)count, &to, &r))
        count++;
    x->is_counted = !c->was_stopped && c->limit == STOP_NONE && count <= most;
    x->outcomes = count;
    core_forget_limits(c);
    c->is_over = p.is_over;
    c->is_over_context = p.context;
    step_forget(c);
    vec_free(&to);
}

void ways_settle(ways *s, core *c, uint64_t most)
{
    walk w;
    size_t count = s->steps.len < MOST_STEPS ? s->steps.len : MOST_STEPS;
    walk_init(&w, c);
    for (size_t i = 0; i < count; i++)
        estimate(&s->steps.data[i], &w);
    walk_fini(&w);
    for (size_t i = 0; i < count && !core_is_over(c); i++)
        enumerate(&s->steps.data[i], c, most);
}

const wide_step *ways_widest(const ways *s, uint64_t most)
{
    const wide_step *best = NULL;
    vec_each (x, &s->steps) {
        if (!x->is_counted && x->outcomes > 0 && x->ways > (double)most)
            return x;
        if (best == NULL || x->outcomes > best->outcomes)
            best = x;
    }
    return best;
}
