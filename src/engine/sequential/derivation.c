/* The names of the rules, and the shape of a well-formed derivation. */
#include "engine/sequential/derivation.h"

#include <assert.h>

typedef struct derivation derivation;

/* In the order of `rule`. */
static const char *const rule_names[] = {
    "local", "send", "receive", "take", "unfold",
    "pick",  "fold", "branch",  "for",  "each",
};

const char *derivation_rule_name(rule r)
{
    assert((size_t)r < sizeof rule_names / sizeof rule_names[0]);
    return rule_names[r];
}

/* A loop forgets each variable of a unit at most once. */
static void check_forgotten(const derivation *d)
{
    for (uint32_t i = 0; i < d->forgotten_count; i++) {
        const derivation_slot *f = &d->forgotten[i];
        assert(!f->counts || f->least <= f->most);
        for (uint32_t k = 0; k < i; k++)
            assert(d->forgotten[k].unit != f->unit || d->forgotten[k].var != f->var);
    }
}

static void check_loop(const icet_program *program, const derivation *d)
{
    for (uint32_t i = 0; i < d->unit_count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert(d->units[i] != d->units[k]); /* a unit takes part once */
    check_forgotten(d);
    derivation_check(program, d->then);
}

static void check_step(const icet_program *program, const derivation *d)
{
    switch (d->rule) {
    case RULE_LOCAL:
        assert(d->stmt);
        break;
    case RULE_SEND:
        assert(d->stmt && d->stmt->kind == ICET_SEND);
        assert(d->stmt->message < program->message_count);
        assert(d->other != ICET_NONE);
        break;
    case RULE_RECEIVE:
    case RULE_TAKE:
        assert(d->stmt && d->stmt->kind == ICET_RECEIVE);
        assert(d->stmt->message < program->message_count);
        assert(d->other != ICET_NONE);
        break;
    case RULE_UNFOLD:
    case RULE_PICK: /* the unit that a copy leaves has the number of its process */
        assert(d->name != ICET_NONE);
        assert(d->other < program->process_count);
        assert(program->processes[d->other].set != ICET_NONE);
        break;
    case RULE_FOLD:
        assert(d->other < program->process_count && d->unit >= program->process_count);
        break;
    case RULE_BRANCH:
        assert(d->stmt && d->stmt->kind == ICET_IF);
        assert(d->joined || !d->next); /* each branch has its own end */
        derivation_check(program, d->then);
        derivation_check(program, d->otherwise);
        break;
    case RULE_FOR:
        assert(d->unit_count > 0);
        check_loop(program, d);
        break;
    case RULE_EACH:
        assert(d->changes && d->then);
        assert(d->then->rule == RULE_PICK); /* of the copy whose turn it is */
        check_loop(program, d);
        break;
    }
}

void derivation_check(const icet_program *program, const derivation *list)
{
    for (const derivation *d = list; d; d = d->next)
        check_step(program, d);
}
