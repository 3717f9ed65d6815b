#include "compare.h"

#include "base/clock.h"
#include "engine/sequential/audit/audit.h"
#include "engine/sequential/show/show.h"
#include "guard.h"
#include "icet/load.h"
#include "perform.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SETS = 8 };

typedef struct sizes {
    uint32_t of[MOST_SETS];
} sizes;

typedef struct judge {
    const icet_program *program;
    const sequential_result *proof;
    const compare_options *options;
    comparison *result;
    VEC(sizes) all;
    VEC(sizes) large; /* those that were too large */
} judge;

/* ---- sizes ---- */

static void list_sizes(judge *j, sizes *s, uint32_t set, uint32_t left)
{
    const icet_program *p = j->program;
    if (set == p->set_count) {
        if (left == 0)
            vec_push(&j->all, *s);
        return;
    }
    uint32_t least = p->sets[set].at_least;
    uint32_t most = least > j->options->max_size ? least : j->options->max_size;
    for (uint32_t i = least; i <= most && i <= left; i++) {
        s->of[set] = i;
        list_sizes(j, s, set + 1, left - i);
    }
}

static bool is_too_large(const judge *j, const sizes *s)
{
    vec_each (large, &j->large) {
        bool is_larger = true;
        for (uint32_t i = 0; i < j->program->set_count; i++)
            is_larger &= s->of[i] >= large->of[i];
        if (is_larger)
            return true;
    }
    return false;
}

static void say_sizes(judge *j, const sizes *s)
{
    strbuf *out = &j->result->why;
    for (uint32_t i = 0; i < j->program->set_count; i++)
        strbuf_printf(out, "%s|%s| = %" PRIu32, i > 0 ? ", " : "",
                      j->program->sets[i].name, s->of[i]);
    strbuf_puts(out, j->program->set_count > 0 ? ": " : "the only instance: ");
}

/* ---- one instance ---- */

static void disagree(judge *j, compare_kind kind, const sizes *s)
{
    j->result->kind = kind;
    if (!j->options->verbose)
        say_sizes(j, s);
}

static void compare_finals(judge *j, const sizes *s, const naive_result *naive)
{
    perform_result performed;
    strbuf missing = {0}, extra = {0};
    perform(j->program, j->proof, s->of, 20 * j->options->max_states, &performed);
    if (performed.kind == PERFORM_ASSERT || performed.kind == PERFORM_STUCK) {
        disagree(j, COMPARE_PERFORM, s);
        strbuf_printf(&j->result->why, "the sequential program: %s\n", performed.text);
    } else if (performed.kind == PERFORM_ENDS) {
        texts_missing(&naive->finals, &performed.finals, 3, &missing);
        texts_missing(&performed.finals, &naive->finals, 3, &extra);
    }
    if (missing.len + extra.len > 0) {
        disagree(j, COMPARE_FINALS, s);
        strbuf_printf(&j->result->why,
                      "final states\n  of the program alone:\n%s"
                      "  of the sequential program alone:\n%s",
                      strbuf_text(&missing), strbuf_text(&extra));
    }
    strbuf_free(&missing);
    strbuf_free(&extra);
    perform_fini(&performed);
}

/* The explorer, as literally as it gets. */
static void compare_literal(judge *j, const sizes *s, const naive_result *naive)
{
    naive_result literal;
    naive_options options = {.max_states = j->options->literal, .literal = true};
    if (options.max_states == 0)
        return;
    naive_explore(j->program, s->of, &options, &literal);
    bool same = (literal.kind == NAIVE_RIGHT) == (naive->kind == NAIVE_RIGHT);
    if (same && literal.kind == NAIVE_RIGHT) {
        strbuf missing = {0};
        texts_missing(&naive->finals, &literal.finals, 3, &missing);
        texts_missing(&literal.finals, &naive->finals, 3, &missing);
        same = missing.len == 0;
        strbuf_free(&missing);
    }
    if (!same && literal.kind != NAIVE_TOO_LARGE) {
        disagree(j, COMPARE_EXPLORERS, s);
        strbuf_printf(&j->result->why, "explored literally: %s, otherwise: %s\n",
                      naive_kind_name(literal.kind), naive_kind_name(naive->kind));
    }
    naive_fini(&literal);
}

static void say_instance(judge *j, const sizes *s, const naive_result *naive)
{
    strbuf *out = &j->result->why;
    if (!j->options->verbose)
        return;
    say_sizes(j, s);
    strbuf_printf(out, "%s, %" PRIu32 " states, %zu final\n",
                  naive_kind_name(naive->kind), naive->states,
                  naive->finals.sorted.len);
    if (j->options->finals)
        vec_each (text, &naive->finals.sorted)
            strbuf_printf(out, "    %s\n", *text);
}

static void judge_one(judge *j, const sizes *s)
{
    naive_result naive;
    naive_options options = {.max_states = j->options->max_states};
    bool holds = j->result->proved == SEQUENTIAL_HOLDS;
    naive_explore(j->program, s->of, &options, &naive);
    say_instance(j, s, &naive);
    if (naive.kind == NAIVE_TOO_LARGE) {
        vec_push(&j->large, *s);
        j->result->too_large++;
        naive_fini(&naive);
        return;
    }
    j->result->instances++;
    compare_literal(j, s, &naive);
    if (naive.kind != NAIVE_RIGHT) {
        j->result->failing = naive.kind;
        if (holds || j->options->verbose) {
            if (holds)
                disagree(j, COMPARE_REFUTED, s);
            strbuf_printf(&j->result->why, "%s\n%s", naive_kind_name(naive.kind),
                          strbuf_text(&naive.run));
        }
    } else if (holds) {
        compare_finals(j, s, &naive);
    }
    naive_fini(&naive);
}

/* ---- all of them ---- */

static void judge_all(judge *j)
{
    sizes s = {{0}};
    for (uint32_t total = 0; total <= 64; total++)
        list_sizes(j, &s, 0, total);
    vec_each (one, &j->all) {
        if (is_too_large(j, one)) {
            j->result->too_large++;
            continue;
        }
        judge_one(j, one);
        if (j->result->kind != COMPARE_AGREES || j->result->failing != NAIVE_RIGHT)
            break;
    }
    vec_free(&j->all);
    vec_free(&j->large);
}

static void say_proof(const icet_program *program, const sequential_result *proof,
                      strbuf *out)
{
    strbuf_printf(out, "the prover: %s%s%s\n", sequential_kind_name(proof->kind),
                  proof->text != NULL ? ": " : "",
                  proof->text != NULL ? proof->text : "");
    show *s = show_new(program, proof->sequential);
    show_lines(s, 4, out);
    show_free(s);
}

/* What is said to hold has a derivation that can be checked. */
static void audit(judge *j)
{
    audit_report report;
    if (audit_derivation(j->program, j->proof, &report))
        return;
    j->result->kind = COMPARE_AUDIT;
    strbuf_printf(&j->result->why, "the derivation is not accepted: rule %s: %s\n",
                  report.step ? derivation_rule_name(report.step->rule) : "end",
                  report.why);
}

static const sequential_options how = {.max_steps = 1000000, .solver = true};

static void only_prove(const void *program)
{
    sequential_result proof;
    sequential_prove(program, &how, &proof);
    sequential_fini(&proof);
}

static bool is_hopeless(const compare_options *options, const comparison *so_far)
{
    const comparison *like = options->like;
    if (options->only_held && so_far->proved != SEQUENTIAL_HOLDS)
        return true;
    return like != NULL &&
           (like->kind == COMPARE_CRASH || like->proved != so_far->proved);
}

static void prove(const icet_program *program, const compare_options *options,
                  comparison *result)
{
    sequential_result proof;
    if (options->guard > 0 &&
        !guard_survives(only_prove, program, options->guard, &result->why)) {
        result->kind = COMPARE_CRASH;
        return;
    }
    uint64_t start = clock_ns();
    sequential_prove(program, &how, &proof);
    result->prove_ns = clock_ns() - start;
    result->proved = proof.kind;
    if (options->verbose)
        say_proof(program, &proof, &result->why);
    judge j = {program, &proof, options, result, {0}, {0}};
    if (!is_hopeless(options, result))
        judge_all(&j);
    if (proof.kind == SEQUENTIAL_HOLDS && result->kind == COMPARE_AGREES)
        audit(&j);
    sequential_fini(&proof);
}

static void see_diag(void *context, const diag_item *item)
{
    strbuf_printf(context, "%s\n", item->text);
}

void compare(const char *text, const compare_options *options, comparison *result)
{
    sources src;
    diag d;
    icet_program program;
    *result = (comparison){.kind = COMPARE_AGREES, .failing = NAIVE_RIGHT};
    sources_init(&src);
    diag_init(&d, &src);
    if (!icet_load_text("random.icet", text, strlen(text), &src, &d, &program)) {
        result->kind = COMPARE_INVALID;
        diag_visit(&d, see_diag, &result->why);
    } else {
        if (program.set_count <= MOST_SETS)
            prove(&program, options, result);
        icet_program_fini(&program);
    }
    diag_fini(&d);
    sources_fini(&src);
}

void compare_fini(comparison *result)
{
    strbuf_free(&result->why);
}

const char *compare_kind_name(compare_kind kind)
{
    static const char *const names[] = {
        "they agree",
        "it holds, but an instance fails",
        "it holds, but the final states differ",
        "it holds, but the sequential program does not run",
        "the two ways to explore differ",
        "the prover crashes, or does not end",
        "it holds, but its derivation is not accepted",
        "no program",
    };
    return names[kind];
}
