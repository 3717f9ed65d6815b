#include "core/openint_parts.h"

#include "core/component.h"
#include "core/env.h"
#include "core/outcome_cover.h"

/* Items of a NAME, and of an outcome in it. */
enum { NAME_MACHINE, NAME_OUTCOME, NAME_REST, NAME_USED };
enum {
    KEPT_LOCAL,
    KEPT_EFFECTS,
    KEPT_KNOWN,
    KEPT_CHOICES,
    KEPT_COVERS,
    KEPT_FAULT,
    KEPT_FLAGS,
    KEPT_ITEMS
};
enum { FLAG_ONLY_SENDS = 1, FLAG_IS_STUCK = 2 };

static value record(core *c, uint32_t kind, const value *items, size_t count)
{
    return value_make(&c->vals, VK_RECORD, kind, items, count);
}

static uint32_t kind_of(const core *c, value request)
{
    return value_get(&c->vals, request).aux;
}

/* ---- Lists of variables ---- */

static bool has(openint_variables list, uint32_t variable)
{
    for (size_t i = 0; i < list.count; i++)
        if (list.data[i] == variable)
            return true;
    return false;
}

static bool is_in(core *c, const value *items, size_t count, uint32_t variable)
{
    for (size_t i = 0; i < count; i++)
        if (has(openint_contents(c, items[i]), variable))
            return true;
    return false;
}

/* Adds the variables that are in X, and in none of the others, after BASE. */
static void add_lost(core *c, value x, const value *others, size_t count, size_t base)
{
    openints *o = c->vals.open;
    openint_variables in = openint_contents(c, x);
    for (size_t i = 0; i < in.count; i++) {
        value v = openint_variable_value(o, *openint_variable_of(o, in.data[i]));
        bool is_known = is_in(c, others, count, in.data[i]);
        for (size_t k = base; k < c->scratch.len; k++)
            is_known |= c->scratch.data[k] == v;
        if (!is_known)
            vec_push(&c->scratch, v);
    }
}

static void sort_from(core *c, size_t base)
{
    value *all = c->scratch.data;
    for (size_t i = base + 1; i < c->scratch.len; i++)
        for (size_t k = i; k > base && all[k - 1] > all[k]; k--) {
            value x = all[k];
            all[k] = all[k - 1];
            all[k - 1] = x;
        }
}

value openint_lost(core *c, const value *before, size_t before_count,
                   const value *after, size_t after_count)
{
    size_t base = c->scratch.len;
    for (size_t i = 0; i < before_count; i++)
        add_lost(c, before[i], after, after_count, base);
    sort_from(c, base);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* ---- Requests ---- */

value openint_assume_request(core *c, value knowledge, value covers)
{
    const value parts[] = {knowledge, covers};
    return record(c, REC_ASSUME, parts, 2);
}

value openint_check_request(core *c, value variables)
{
    return record(c, REC_CHECK, &variables, 1);
}

value openint_born_request(core *c, machine_id id)
{
    const value name = value_machine_id(id);
    return record(c, REC_BORN, &name, 1);
}

value openint_learned(const core *c, const outcome *o)
{
    return o->learned == VALUE_NULL ? VALUE_NULL : value_item(&c->vals, o->learned, 0);
}

bool openint_is_new(core *c, const outcome *o)
{
    const value parts[] = {o->local, o->effects};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        openint_variables in = openint_contents(c, parts[k]);
        for (size_t i = 0; i < in.count; i++)
            if (openint_is_fresh(c->vals.open, in.data[i]))
                return true;
    }
    return false;
}

/* ALL: names for all that is chosen. */
static value keep_outcome(core *c, const outcome *o, value known, bool all)
{
    int64_t flags =
        (o->only_sends ? FLAG_ONLY_SENDS : 0) | (o->is_stuck ? FLAG_IS_STUCK : 0);
    assert(o->need == INBOX_NOTHING); /* see openint_enable */
    const value parts[KEPT_ITEMS] = {
        [KEPT_LOCAL] = o->local,
        [KEPT_EFFECTS] = o->effects,
        [KEPT_KNOWN] = known,
        [KEPT_CHOICES] = all ? o->choices : VALUE_NULL,
        [KEPT_COVERS] = o->covers,
        [KEPT_FAULT] = value_int(&c->vals, o->fault),
        [KEPT_FLAGS] = value_int(&c->vals, flags),
    };
    return list_make(c, parts, KEPT_ITEMS);
}

/* LEARNED of such an outcome is the knowledge alone. */
static outcome kept_outcome(const core *c, value kept)
{
    value_view w = list_get(c, kept);
    int64_t flags = value_to_int(&c->vals, w.items[KEPT_FLAGS]);
    return (outcome){
        .local = w.items[KEPT_LOCAL],
        .effects = w.items[KEPT_EFFECTS],
        .learned = w.items[KEPT_KNOWN],
        .choices = w.items[KEPT_CHOICES],
        .covers = w.items[KEPT_COVERS],
        .fault = (uint32_t)value_to_int(&c->vals, w.items[KEPT_FAULT]),
        .only_sends = (flags & FLAG_ONLY_SENDS) != 0,
        .is_stuck = (flags & FLAG_IS_STUCK) != 0,
    };
}

/* USED, and the numbers of ID's variables in ITEMS: a LIST, sorted. */
static value add_numbers(core *c, value used, machine_id id, const value *items,
                         size_t count)
{
    size_t base = c->scratch.len;
    value_view known = list_get(c, used);
    for (uint32_t i = 0; i < known.count; i++)
        vec_push(&c->scratch, known.items[i]);
    for (size_t k = 0; k < count; k++) {
        openint_variables in = openint_contents(c, items[k]);
        for (size_t i = 0; i < in.count; i++) {
            const openint_variable *v = openint_variable_of(c->vals.open, in.data[i]);
            value number = value_int(&c->vals, v->number);
            bool is_known = v->machine != id;
            for (size_t j = base; j < c->scratch.len; j++)
                is_known |= c->scratch.data[j] == number;
            if (!is_known)
                vec_push(&c->scratch, number);
        }
    }
    sort_from(c, base);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

static value name_request(core *c, value machine, value kept, value rest, value used)
{
    const value parts[] = {[NAME_MACHINE] = machine,
                           [NAME_OUTCOME] = kept,
                           [NAME_REST] = rest,
                           [NAME_USED] = used};
    return record(c, REC_NAME, parts, sizeof parts / sizeof *parts);
}

value openint_name_request(core *c, machine_id id, value stimulus, value avoided,
                           const outcome *o, bool all)
{
    value kept = keep_outcome(c, o, openint_learned(c, o), all);
    value used = add_numbers(c, avoided, id, &stimulus, 1);
    return name_request(c, value_machine_id(id), kept, VALUE_NULL, used);
}

value openint_name_before(core *c, value request, value requests)
{
    value_view w = value_get(&c->vals, request);
    assert(w.aux == REC_NAME);
    return name_request(c, w.items[NAME_MACHINE], w.items[NAME_OUTCOME], requests,
                        w.items[NAME_USED]);
}

static value settle_request(core *c, value machine, value kept, value rest)
{
    const value parts[] = {
        [SETTLE_MACHINE] = machine, [SETTLE_OUTCOME] = kept, [SETTLE_REST] = rest};
    return record(c, REC_SETTLE, parts, sizeof parts / sizeof *parts);
}

value openint_go_on_request(core *c, machine_id id)
{
    return settle_request(c, value_machine_id(id), VALUE_NULL, VALUE_NULL);
}

bool openint_settled(core *c, value settle, outcome *o, value *rest)
{
    value_view w = value_get(&c->vals, settle);
    *rest = w.items[SETTLE_REST];
    if (w.items[SETTLE_OUTCOME] == VALUE_NULL)
        return false;
    *o = kept_outcome(c, w.items[SETTLE_OUTCOME]);
    return true;
}

/* ---- Tours ---- */

static bool goes_on(const core *c, value request)
{
    return kind_of(c, request) == REC_SETTLE &&
           value_item(&c->vals, request, SETTLE_OUTCOME) == VALUE_NULL;
}

/* REQUESTS, where a machine that goes on avoids the names of its step before. */
static value avoid_names(core *c, value requests, machine_id id, value named)
{
    size_t base = c->scratch.len;
    value_view w = list_get(c, requests);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&c->scratch, w.items[i]);
    for (size_t i = base; i < c->scratch.len; i++)
        if (goes_on(c, c->scratch.data[i])) {
            value numbers = add_numbers(c, VALUE_NULL, id, &named, 1);
            value request =
                settle_request(c, value_machine_id(id), VALUE_NULL, numbers);
            c->scratch.data[i] = request;
        }
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* All numbers in use are known: a SETTLE, or null. */
static value give_names(core *c, value request)
{
    value_view w = value_get(&c->vals, request);
    machine_id id = value_to_machine_id(&c->vals, w.items[NAME_MACHINE]);
    outcome o = kept_outcome(c, w.items[NAME_OUTCOME]);
    const openint_sight in_use = {.numbers = w.items[NAME_USED]};
    value named;
    if (!openint_name(c, id, &in_use, &o, &named))
        return VALUE_NULL;
    value kept = keep_outcome(c, &o, o.learned, false);
    return settle_request(c, w.items[NAME_MACHINE], kept,
                          avoid_names(c, w.items[NAME_REST], id, named));
}

value openint_end_errand(core *c, value errand)
{
    value_view w = value_get(&c->vals, errand);
    switch (w.aux) {
    case REC_CHECK:
        return record(c, REC_FORGET, w.items, 1);
    case REC_NAME:
        return give_names(c, errand);
    }
    assert(w.aux == REC_REPLACE);
    return VALUE_NULL;
}

/* The request to the first component of LEFT. */
static value tour_request(core *c, value left, value errand)
{
    value_view w = list_get(c, left);
    if (w.count == 0)
        return openint_end_errand(c, errand);
    const value parts[] = {[TOUR_WHERE] = w.items[0],
                           [TOUR_LEFT] = list_make(c, w.items + 1, w.count - 1),
                           [TOUR_ERRAND] = errand};
    return record(c, REC_TOUR, parts, sizeof parts / sizeof *parts);
}

bool openint_is_tour(const core *c, value request)
{
    return (request & VALUE_INT_BIT) == 0 && kind_of(c, request) == REC_TOUR;
}

value openint_errand(const core *c, value tour)
{
    assert(openint_is_tour(c, tour));
    return value_item(&c->vals, tour, TOUR_ERRAND);
}

value openint_run_errand(core *c, value errand, value *parts, size_t count)
{
    value_view w = value_get(&c->vals, errand);
    if (w.aux == REC_CHECK) {
        value unseen = openint_lost(c, &w.items[0], 1, parts, count);
        return unseen == VALUE_NULL ? VALUE_NULL : openint_check_request(c, unseen);
    }
    if (w.aux == REC_NAME) {
        machine_id id = value_to_machine_id(&c->vals, w.items[NAME_MACHINE]);
        value used = add_numbers(c, w.items[NAME_USED], id, parts, count);
        return name_request(c, w.items[NAME_MACHINE], w.items[NAME_OUTCOME],
                            w.items[NAME_REST], used);
    }
    assert(w.aux == REC_REPLACE);
    openint_replace(c, w.items[0], parts, count);
    return errand;
}

value openint_visit(core *c, value tour, value *parts, size_t count)
{
    value_view w = value_get(&c->vals, tour);
    value errand = openint_run_errand(c, w.items[TOUR_ERRAND], parts, count);
    return errand == VALUE_NULL ? VALUE_NULL
                                : tour_request(c, w.items[TOUR_LEFT], errand);
}

/* ---- The environment ---- */

static value add_machine(core *c, value machines, value machine)
{
    size_t base = c->scratch.len;
    value_view w = list_get(c, machines);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(&c->scratch, w.items[i]);
    vec_push(&c->scratch, machine);
    sort_from(c, base);
    value list = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    return list;
}

/* Replaces variables in the environment, and forgets them; the tour, or null.
 * SUSPECTS: a variable that replaces one may be dead then, where only their difference
 * was kept. */
static value begin_replacing(core *c, value *columns, value machines, value *suspects)
{
    value *known = env_knowledge(c, columns);
    value pairs = openint_equalities(c, *known);
    if (pairs == VALUE_NULL)
        return VALUE_NULL;
    if (*suspects != VALUE_TRUE)
        *suspects = list_make(c, (value[]){*suspects, pairs}, 2);
    size_t base = c->scratch.len;
    value_view w = list_get(c, pairs);
    for (uint32_t i = 0; i < w.count; i += 2)
        vec_push(&c->scratch, w.items[i]);
    value replaced = list_make(c, c->scratch.data + base, c->scratch.len - base);
    c->scratch.len = base;
    openint_replace(c, pairs, columns, (size_t)(known - columns));
    *known = openint_forget(c, *known, replaced);
    return tour_request(c, machines, record(c, REC_REPLACE, &pairs, 1));
}

/* Of those variables of which something is known: null, or a tour that looks for them.
 */
static value begin_check(core *c, value *columns, value machines, value suspects)
{
    value *known = env_knowledge(c, columns);
    size_t monitors = (size_t)(known - columns);
    value all = openint_lost(c, known, 1, columns, monitors);
    if (suspects != VALUE_TRUE) {
        value rest = openint_lost(c, &all, 1, &suspects, 1);
        all = openint_lost(c, &all, 1, &rest, 1);
    }
    return all == VALUE_NULL ? VALUE_NULL
                             : tour_request(c, machines, openint_check_request(c, all));
}

/* The LIST of those of two requests that are not null. */
static value both(core *c, value first, value second)
{
    const value requests[] = {first, second};
    if (first == VALUE_NULL)
        return list_make(c, &second, second != VALUE_NULL);
    return list_make(c, requests, second != VALUE_NULL ? 2 : 1);
}

bool openint_serve(core *c, value *columns, value what, value *requests)
{
    value *known = env_knowledge(c, columns);
    value *machines = known + 1;
    value_view w = value_get(&c->vals, what);
    value first = VALUE_NULL;
    value second = VALUE_NULL;
    value suspects;
    bool is_possible = true;
    switch (w.aux) {
    case REC_ASSUME:
        is_possible = openint_assume(c, known, w.items[0]);
        if (is_possible)
            outcome_cover_count(c, w.items[1]);
        break;
    case REC_BORN:
        *machines = add_machine(c, *machines, w.items[0]);
        break;
    case REC_FORGET:
        *known = openint_forget(c, *known, w.items[0]);
        break;
    case REC_CHECK:
        suspects = w.items[0];
        first = begin_replacing(c, columns, *machines, &suspects);
        second = begin_check(c, columns, *machines, suspects);
        break;
    default:
        assert(w.aux == REC_NAME);
        first = tour_request(
            c, *machines,
            openint_run_errand(c, what, columns, (size_t)(machines - columns)));
        break;
    }
    *requests = both(c, first, second);
    return is_possible;
}
