#include "engine/environment.h"

#include "base/suggest.h"
#include "base/vec.h"
#include "core/network.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const budget_words[] = {
    [BUDGET_CRASH] = "crash", [BUDGET_LOSS] = "loss", [BUDGET_DUP] = "dup"};

static uint32_t name_count_of(const ir_program *ir, int budget)
{
    return budget == BUDGET_CRASH ? ir->machine_count : ir->event_count;
}

/* Neither specs nor the null event can fail. */
static bool can_fail(const ir_program *ir, int budget, uint32_t i)
{
    return budget == BUDGET_CRASH ? ir->machines[i].kind == MACHINE_PLAIN
                                  : i != EVENT_NULL;
}

static const char *name_at(const ir_program *ir, int budget, uint32_t i)
{
    return budget == BUDGET_CRASH ? ir->machines[i].name : ir->events[i].name;
}

static bool allow(const ir_program *ir, int budget, bool *may, const char *name,
                  strbuf *why)
{
    suggest s;
    suggest_start(&s, name);
    for (uint32_t i = 0; i < name_count_of(ir, budget); i++) {
        if (!can_fail(ir, budget, i))
            continue;
        if (strcmp(name_at(ir, budget, i), name) == 0) {
            may[i] = true;
            return true;
        }
        suggest_offer(&s, name_at(ir, budget, i));
    }
    strbuf_printf(why, "--faults: there is no %s named '%s'",
                  budget == BUDGET_CRASH ? "machine" : "event", name);
    if (s.best != NULL)
        strbuf_printf(why, "; did you mean '%s'?", s.best);
    return false;
}

bool environment_budget(core_options *o, arena *memory, const ir_program *ir,
                        int budget, uint32_t count, const char *const *names,
                        size_t name_count, strbuf *why)
{
    assert(budget >= 0 && budget < BUDGET_COUNT);
    fault_budget *b = &o->budgets[budget];
    *b = (fault_budget){.left = count};
    if (names == NULL)
        return true;
    bool *may = ARENA_ARRAY(memory, bool, name_count_of(ir, budget) + 1);
    b->may = may;
    for (size_t i = 0; i < name_count; i++)
        if (!allow(ir, budget, may, names[i], why))
            return false;
    return true;
}

static bool parse_count(const char *text, uint32_t *count)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    *count = (uint32_t)n;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && n <= BUDGET_MAX;
}

typedef struct reader {
    core_options *o;
    arena *memory;
    const ir_program *ir;
    bool has_budget[BUDGET_COUNT]; /* the text has set it */
    strbuf *why;
} reader;

/* BUDGET_COUNT: WORD is not a kind of fault. */
static int find_budget(const char *word)
{
    int budget = 0;
    while (budget < BUDGET_COUNT && strcmp(word, budget_words[budget]) != 0)
        budget++;
    return budget;
}

/* 2:eReq:eResp, behind loss=; changes TEXT. */
static bool parse_names(reader *r, int budget, char *text)
{
    VEC(const char *) names = {0};
    char *rest = text;
    uint32_t count = 0;
    bool ok = parse_count(strsep(&rest, ":"), &count);
    if (!ok)
        strbuf_printf(r->why, "--faults: %s needs a number from 0 to %d",
                      budget_words[budget], BUDGET_MAX);
    for (char *n; ok && (n = strsep(&rest, ":")) != NULL;)
        vec_push(&names, n);
    ok = ok && environment_budget(r->o, r->memory, r->ir, budget, count, names.data,
                                  names.len, r->why);
    vec_free(&names);
    return ok;
}

/* One of crash=1, loss=2:eReq:eResp; changes TEXT. */
static bool parse_budget(reader *r, char *text)
{
    char *behind = strchr(text, '=');
    if (behind != NULL)
        *behind++ = '\0';
    int budget = behind != NULL ? find_budget(text) : BUDGET_COUNT;
    if (budget == BUDGET_COUNT) {
        strbuf_printf(r->why,
                      "--faults: expected crash=N, loss=N or dup=N, each optionally "
                      "followed by :NAME..., found '%s'",
                      text);
        return false;
    }
    if (r->has_budget[budget]) {
        strbuf_printf(r->why, "--faults: %s is given twice", budget_words[budget]);
        return false;
    }
    r->has_budget[budget] = true;
    return parse_names(r, budget, behind);
}

bool environment_faults(core_options *o, arena *memory, const ir_program *ir,
                        const char *text, strbuf *why)
{
    reader r = {.o = o, .memory = memory, .ir = ir, .why = why};
    char *copy = arena_strndup(memory, text, strlen(text));
    char *rest = NULL;
    for (char *one = strtok_r(copy, ",", &rest); one != NULL;
         one = strtok_r(NULL, ",", &rest))
        if (!parse_budget(&r, one))
            return false;
    return true;
}

bool environment_network(core_options *o, const char *word)
{
    for (int i = NET_MBOX; i <= NET_BAG; i++) {
        if (strcmp(network_word((network_model)i), word) == 0) {
            o->network = (network_model)i;
            return true;
        }
    }
    return false;
}
