/* Sentences state what was measured ("keeps growing: 12 after 500 steps ..."), and no
 * more: that a variable grows without bound is a conclusion that is left to the reader.
 */
#include "report/why.h"

#include "ir/open.h"
#include "report/json_put.h"
#include "report/text.h"

#include <assert.h>
#include <math.h>

static const char *const words[REASON_KINDS] = {
    [REASON_STEP] = "step",         [REASON_CUT] = "cut",
    [REASON_PROOFS] = "proofs",     [REASON_OUTCOMES] = "outcomes",
    [REASON_VARIABLE] = "variable", [REASON_MACHINES] = "machines",
    [REASON_QUEUE] = "queue",       [REASON_PAYLOAD] = "payload",
    [REASON_LIMIT] = "limit",       [REASON_CHOICE] = "choice",
    [REASON_SPACE] = "space",       [REASON_HOT] = "hot",
    [REASON_SYMMETRY] = "symmetry", [REASON_EXECUTIONS] = "executions",
};

size_t why_count(const result *r)
{
    size_t count = r->diagnosis != NULL ? r->diagnosis->reasons.len : 0;
    return count < WHY_MOST ? count : WHY_MOST;
}

/* ---- Sentences ---- */

static const char *machine_word(const ir_program *ir, uint32_t decl)
{
    return ir->machines[decl].kind == MACHINE_SPEC ? "spec" : "machine";
}

/* "machine Server", or "the program" for code of no machine. */
static void put_machine(const ir_program *ir, uint32_t decl, strbuf *out)
{
    if (decl == IR_NONE)
        strbuf_puts(out, "the program");
    else
        strbuf_printf(out, "%s %s", machine_word(ir, decl), ir->machines[decl].name);
}

static void put_at(sources *src, srcpos pos, strbuf *out)
{
    if (pos == SRC_NONE)
        return;
    strbuf_puts(out, " at ");
    text_place(src, pos, out);
}

/* The foreign function whose value is chosen at POS, or NULL. */
static const char *open_function(const ir_program *ir, srcpos pos)
{
    for (uint32_t i = 0; i < ir->function_count; i++)
        if (open_is(&ir->functions[i]) && ir->functions[i].pos == pos)
            return ir->functions[i].name;
    return NULL;
}

/* "$" or "choose(50)" at its place */
static void put_site(sources *src, const ir_program *ir, const choice_site *x,
                     strbuf *out)
{
    const char *open = open_function(ir, x->pos);
    if (open != NULL)
        strbuf_printf(out, "one of %u values of foreign function %s", x->width, open);
    else if (x->op == IR_NONDET || x->op == IR_FAIR_NONDET)
        strbuf_puts(out, x->op == IR_NONDET ? "$" : "$$");
    else if (x->op == IR_CHOOSE_INT)
        strbuf_printf(out, "choose(%u)", x->width);
    else
        strbuf_printf(out, "choose among %u elements", x->width);
    put_at(src, x->pos, out);
}

static bool is_same_line(sources *src, const choice_site *a, const choice_site *b)
{
    if (a->op != b->op || a->width != b->width || a->pos == SRC_NONE ||
        b->pos == SRC_NONE)
        return false;
    src_place x = sources_place(src, a->pos);
    src_place y = sources_place(src, b->pos);
    return x.file == y.file && x.line == y.line;
}

static void put_times(uint64_t times, strbuf *out)
{
    if (times == 1)
        return;
    strbuf_puts(out, ", made ");
    text_count(times, out);
    strbuf_puts(out, " times");
}

/* "choose(50) at a.p:4, made 6 times": lines are what a reader sees, so two choices on
 * one line are one. */
static void put_sites(sources *src, const ir_program *ir, const wide_step *x,
                      strbuf *out)
{
    const choice_site *first = &x->sites[0];
    const choice_site *second = &x->sites[1];
    bool is_one = second->width > 0 && is_same_line(src, first, second);
    put_site(src, ir, first, out);
    put_times(first->times + (is_one ? second->times : 0), out);
    if (is_one || second->width == 0)
        return;
    strbuf_puts(out, "; ");
    put_site(src, ir, second, out);
    put_times(second->times, out);
}

/* An estimate, with as many digits as it has: two. */
static void put_about(double n, strbuf *out)
{
    double unit = 1;
    while (isfinite(n) && n / unit >= 100)
        unit *= 10;
    text_magnitude(isfinite(n) ? floor(n / unit + 0.5) * unit : n, out);
}

static void say_cut(sources *src, const result *r, const diagnosis_reason *why,
                    strbuf *out)
{
    bool is_explored = r->verdict.stop != STOP_LONG_STEP;
    strbuf_puts(out,
                is_explored ? "cycles through the choice" : "what follows in the code");
    put_at(src, why->pos, out);
    strbuf_puts(out, is_explored ? " were not judged" : " was not explored");
}

static void say_outcomes(sources *src, const result *r, strbuf *out)
{
    const wide_step *x = &r->diagnosis->widest;
    strbuf_printf(out, "%s step of ", x->is_first ? "the first" : "a");
    put_machine(r->ir, x->decl, out);
    put_at(src, x->pos, out);
    if (x->is_counted) {
        strbuf_puts(out, " has ");
        text_count(x->outcomes, out);
        strbuf_puts(out, " outcomes: ");
    } else {
        strbuf_puts(out, x->is_distinct ? " has about " : " can go about ");
        put_about(x->ways, out);
        strbuf_puts(out, x->is_distinct ? " outcomes: "
                                        : " ways, some of them to the same outcome: ");
    }
    put_sites(src, r->ir, x, out);
}

/* "12 after 500 steps of a random run, 48 after 2,000" */
static void put_growth(const diagnosis *d, const gauge *x, strbuf *out)
{
    const char *sign = x->measure == MEASURE_NUMBER && x->is_negative ? "-" : "";
    strbuf_printf(out, "%s%lld after ", sign, (long long)x->shown[0]);
    text_count(d->walk_steps / GROWTH_QUARTERS, out);
    strbuf_printf(out, " steps of a random run, %s%lld after ", sign,
                  (long long)x->shown[GROWTH_QUARTERS - 1]);
    text_count(d->walk_steps, out);
}

static const char *grows_how(gauge_measure measure)
{
    switch (measure) {
    case MEASURE_NUMBER:
        return "keeps growing";
    case MEASURE_SIZE:
        return "gets more and more elements";
    case MEASURE_LENGTH:
        return "gets longer and longer";
    case MEASURE_INSIDE:
        return "holds ever larger numbers";
    case MEASURE_WEIGHT:
        return "holds more and more values";
    }
    return "";
}

static void say_many_machines(sources *src, const result *r,
                              const diagnosis_reason *why, strbuf *out)
{
    strbuf_puts(out, "there are ");
    text_count(why->owner, out);
    strbuf_printf(out, " machines %s", r->ir->machines[why->decl].name);
    put_at(src, why->pos, out);
    strbuf_puts(out, " in the first ");
    text_count(r->diagnosis->profile.states, out);
    strbuf_puts(out, " states");
}

static void say_growth(sources *src, const result *r, const diagnosis_reason *why,
                       strbuf *out)
{
    const gauge *x = why->gauge;
    switch (why->kind) {
    case REASON_VARIABLE:
        strbuf_printf(out, "variable %s of ", why->variable);
        if (x->kind == GAUGE_LOCAL)
            strbuf_puts(out, r->ir->functions[x->owner].name);
        else
            put_machine(r->ir, why->decl, out);
        put_at(src, why->pos, out);
        strbuf_printf(out, " %s: ", grows_how(x->measure));
        break;
    case REASON_MACHINES:
        strbuf_printf(out, "more and more machines %s",
                      r->ir->machines[why->decl].name);
        put_at(src, why->pos, out);
        strbuf_puts(out, " are created: ");
        break;
    case REASON_PAYLOAD:
        strbuf_printf(out, "the payload of event %s", r->ir->events[why->owner].name);
        put_at(src, why->pos, out);
        strbuf_printf(out, " %s: ", grows_how(x->measure));
        break;
    default:
        strbuf_puts(out, x->kind == GAUGE_INBOX
                             ? "messages that wait in the inbox of "
                             : "messages that were sent and not yet received by others "
                               "pile up in the outbox of ");
        put_machine(r->ir, why->decl, out);
        put_at(src, why->pos, out);
        strbuf_puts(out, x->kind == GAUGE_INBOX ? " pile up: " : ": ");
        break;
    }
    put_growth(r->diagnosis, x, out);
}

static const char *part_words(profile_kind kind)
{
    switch (kind) {
    case PROFILE_CONTROL:
        return "places in its code with the variables there";
    case PROFILE_INBOX:
        return "contents of its inbox";
    case PROFILE_OUTBOX:
        return "contents of its outbox";
    case PROFILE_FAULTS:
        return "counts of faults left";
    case PROFILE_FIELD:
    case PROFILE_SPEC:
    case PROFILE_MACHINE:
        break;
    }
    return "local states";
}

static void say_space(sources *src, const result *r, strbuf *out)
{
    const profile *p = &r->diagnosis->profile;
    const profile_part *part;
    const profile_part *whole = profile_largest(p, &part);
    strbuf_puts(out, p->is_complete ? "in all " : "in the first ");
    text_count(p->states, out);
    strbuf_puts(out, " states, ");
    if (whole->machine != NULL)
        strbuf_puts(out, whole->machine);
    else
        strbuf_puts(out, "the network");
    put_at(src, whole->pos, out);
    strbuf_puts(out, " varies most: ");
    text_count(whole->distinct, out);
    strbuf_printf(out, " %s", part_words(whole->kind));
    if (part == whole)
        return;
    strbuf_puts(out, ", with ");
    text_count(part->distinct, out);
    if (part->variable == NULL) {
        strbuf_printf(out, " %s", part_words(part->kind));
        return;
    }
    strbuf_printf(out, " values of variable %s", part->variable);
    put_at(src, part->pos, out);
}

/* "test tc at a.p:7 has " */
static void say_test_has(sources *src, const result *r, const diagnosis_reason *why,
                         strbuf *out)
{
    strbuf_printf(out, "test %s", r->name);
    put_at(src, why->pos, out);
    strbuf_puts(out, " has ");
}

static void say_limit(sources *src, const result *r, const diagnosis_reason *why,
                      strbuf *out)
{
    say_test_has(src, r, why, out);
    text_count(r->diagnosis->profile.states, out);
    strbuf_puts(out, r->diagnosis->profile.states == 1 ? " state" : " states");
    strbuf_puts(out, " in all: nothing but the limit is in the way");
}

static void say_hot(sources *src, const result *r, const diagnosis_reason *why,
                    strbuf *out)
{
    const ir_machine *m = &r->ir->machines[why->decl];
    strbuf_printf(out, "spec %s has the hot state %s", m->name,
                  m->states[why->owner].name);
    put_at(src, why->pos, out);
    strbuf_puts(out,
                r->verdict.stop == STOP_CYCLES
                    ? ": cycles in which it stays hot were not judged"
                    : ": cycles must be judged, so --engine=reduced does not apply");
}

static void say_symmetry(sources *src, const result *r, const diagnosis_reason *why,
                         strbuf *out)
{
    text_count(why->owner, out);
    strbuf_printf(out, " machines %s would be interchangeable but for the code",
                  r->ir->machines[why->decl].name);
    put_at(src, why->pos, out);
    strbuf_puts(out, ", where their names or their order may be visible");
}

static void say_executions(sources *src, const result *r, const diagnosis_reason *why,
                           strbuf *out)
{
    say_test_has(src, r, why, out);
    strbuf_puts(out, "about ");
    put_about(r->diagnosis->executions.estimate, out);
    strbuf_puts(out, " executions: too many for --engine=dpor");
}

void why_message(sources *src, const result *r, const diagnosis_reason *why,
                 strbuf *out)
{
    switch (why->kind) {
    case REASON_STEP:
        strbuf_puts(out, "a step of ");
        put_machine(r->ir, why->decl, out);
        strbuf_printf(out, " in state %s",
                      r->ir->machines[why->decl].states[why->owner].name);
        put_at(src, why->pos, out);
        strbuf_puts(out, " reaches that limit");
        return;
    case REASON_CUT:
        say_cut(src, r, why, out);
        return;
    case REASON_PROOFS:
        strbuf_puts(out, "the only claims are in the proof dialect");
        put_at(src, why->pos, out);
        return;
    case REASON_OUTCOMES:
    case REASON_CHOICE:
        say_outcomes(src, r, out);
        return;
    case REASON_VARIABLE:
    case REASON_MACHINES:
    case REASON_QUEUE:
    case REASON_PAYLOAD:
        (why->gauge != NULL ? say_growth : say_many_machines)(src, r, why, out);
        return;
    case REASON_LIMIT:
        say_limit(src, r, why, out);
        return;
    case REASON_SPACE:
        say_space(src, r, out);
        return;
    case REASON_HOT:
        say_hot(src, r, why, out);
        return;
    case REASON_SYMMETRY:
        say_symmetry(src, r, why, out);
        return;
    case REASON_EXECUTIONS:
        say_executions(src, r, why, out);
        return;
    case REASON_KINDS:
        break;
    }
}

/* ---- Reasons as JSON ---- */

static void put_reason(sources *src, const result *r, const diagnosis_reason *why,
                       strbuf *out)
{
    strbuf text = {0};
    assert(why->kind < REASON_KINDS);
    why_message(src, r, why, &text);
    strbuf_putc(out, '{');
    json_put_text(out, "kind", words[why->kind]);
    strbuf_puts(out, ", ");
    json_put_text(out, "message", strbuf_text(&text));
    strbuf_puts(out, ", ");
    json_put_place(src, why->pos, out);
    strbuf_puts(out, ", ");
    json_put_text(out, "machine",
                  why->decl != IR_NONE ? r->ir->machines[why->decl].name : NULL);
    strbuf_puts(out, ", ");
    json_put_text(out, "variable", why->variable);
    strbuf_putc(out, '}');
    strbuf_free(&text);
}

static void put_reasons(sources *src, const result *r, strbuf *out)
{
    strbuf_puts(out, ",\n      \"why\": [");
    for (size_t i = 0; i < why_count(r); i++) {
        strbuf_puts(out, i > 0 ? ",\n        " : "\n        ");
        put_reason(src, r, &r->diagnosis->reasons.data[i], out);
    }
    strbuf_puts(out, "], ");
    json_put_text(out, "try", r->advice);
    strbuf_puts(out, ", ");
    json_put_text(out, "tried", r->is_tried ? r->expected : NULL);
}

/* ---- The profile ---- */

static const char *const parts[] = {
    [PROFILE_FAULTS] = "faults",   [PROFILE_SPEC] = "spec",
    [PROFILE_MACHINE] = "machine", [PROFILE_OUTBOX] = "outbox",
    [PROFILE_CONTROL] = "control", [PROFILE_FIELD] = "variable",
    [PROFILE_INBOX] = "inbox",
};

static void put_part(sources *src, const profile_part *x, strbuf *out)
{
    char room[TEXT_DIGITS];
    bool is_part = !profile_is_factor(x->kind);
    strbuf_printf(out, "%12s  %s%s", text_digits(x->distinct, room),
                  is_part ? "  " : "", parts[x->kind]);
    if (x->variable != NULL)
        strbuf_printf(out, " %s", x->variable);
    else if (!is_part && x->machine != NULL)
        strbuf_printf(out, "%s %s", x->kind == PROFILE_OUTBOX ? " of" : "", x->machine);
    if (x->kind != PROFILE_CONTROL && x->kind != PROFILE_INBOX &&
        x->kind != PROFILE_OUTBOX)
        put_at(src, x->pos, out);
    strbuf_putc(out, '\n');
}

static void put_table(sources *src, const profile *p, strbuf *out)
{
    strbuf_printf(out, "  profile: different values in %s",
                  p->is_complete ? "all " : "the first ");
    text_count(p->states, out);
    strbuf_puts(out, p->states == 1 ? " state\n" : " states\n");
    vec_each (x, &p->parts)
        put_part(src, x, out);
    strbuf text = {0};
    text_magnitude(p->product, &text);
    strbuf_printf(out, "%12s  product of all but the indented lines\n",
                  strbuf_text(&text));
    strbuf_free(&text);
}

static void put_part_json(sources *src, const profile_part *x, strbuf *out)
{
    strbuf_putc(out, '{');
    json_put_text(out, "kind", parts[x->kind]);
    strbuf_puts(out, ", ");
    json_put_text(out, "machine", x->machine);
    strbuf_puts(out, ", ");
    json_put_text(out, "variable", x->variable);
    strbuf_printf(out, ", \"distinct\": %llu, ", (unsigned long long)x->distinct);
    json_put_place(src, x->pos, out);
    strbuf_putc(out, '}');
}

static void put_profile(sources *src, const profile *p, strbuf *out)
{
    strbuf_printf(out, ",\n      \"profile\": {\"states\": %llu, ",
                  (unsigned long long)p->states);
    json_put_bool(out, "complete", p->is_complete);
    strbuf_puts(out, ", \"product\": ");
    if (isfinite(p->product))
        strbuf_printf(out, "%.0f", p->product);
    else
        strbuf_puts(out, "null");
    strbuf_puts(out, ",\n       \"parts\": [");
    for (size_t i = 0; i < p->parts.len; i++) {
        strbuf_puts(out, i > 0 ? ",\n        " : "\n        ");
        put_part_json(src, &p->parts.data[i], out);
    }
    strbuf_puts(out, "]}");
}

/* ---- All of it ---- */

void why_text(sources *src, const result *r, strbuf *out)
{
    for (size_t i = 0; i < why_count(r); i++) {
        strbuf_puts(out, "  why: ");
        why_message(src, r, &r->diagnosis->reasons.data[i], out);
        strbuf_putc(out, '\n');
    }
    if (r->advice != NULL)
        strbuf_printf(out, "  try: %s\n", r->advice);
    if (r->expected != NULL)
        strbuf_printf(out, "  %s: %s\n", r->is_tried ? "tried" : "not tried",
                      r->expected);
    if (r->shows_profile)
        put_table(src, &r->diagnosis->profile, out);
}

void why_json(sources *src, const result *r, strbuf *out)
{
    if (r->diagnosis == NULL)
        return;
    if (r->verdict.kind == VERDICT_UNKNOWN)
        put_reasons(src, r, out);
    if (r->shows_profile)
        put_profile(src, &r->diagnosis->profile, out);
}
