/* Explores every test of a model with the real engine, and prints what naive prints:
 * the verdict, and with -l the resting local states of every machine and monitor.
 *
 *     NAME: holds, 123 states, 456 transitions, 3 ends
 *     NAME: violated: KIND at FILE:LINE after N steps
 *     NAME: unknown, ...
 *
 * A violation is replayed first; one that does not replay is a fault: exit code 4.
 *
 * usage: checker [-n NETWORK] [-f FAULTS] [-q] [-l] [-d] [-s STATES] [-m DEPTH]
 *                [-t SECONDS] [-j THREADS] [-u TUNING] [-e] INPUT...
 *
 * -d   depth first, and so by the graph of states instead of the tree of their parts
 * -s   0: no limit
 * -u   cache=BITS,id=BITS,pilot=STATES,shared=KEYS,budget=BYTES: see explore_tuning
 * -p   a folder to spill to
 * -e   every execution, by the dpor engine: -s limits executions, -m events of a
 * machine
 */
#include "cli/setup.h"

#include "core/show.h"
#include "ir/lower.h"
#include "lang/frontend.h"
#include "report/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
    setup s;
    const char *faults;
    bool shows_locals;
    bool is_dpor;
    intern locals;
} command;

/* ---- Resting local states, as tests/cross/naive_show.h has them ---- */

static void add_fields(const core *c, value local, const char *before, strbuf *b)
{
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    for (uint32_t i = 0; i < m->field_count; i++) {
        strbuf_puts(b, i == 0 ? before : ", ");
        show_canonical(c, value_item(&c->vals, local, LOCAL_FIELDS + i), b);
    }
}

static const char *rest_word(process_status is)
{
    switch (is) {
    case STATUS_IDLE:
        return "idle";
    case STATUS_NULL:
        return "null";
    case STATUS_WAITING:
        return "waiting";
    case STATUS_NEW:
    case STATUS_LOOKING:
    case STATUS_PAUSED:
    case STATUS_SENDING:
    case STATUS_HALTED:
    case STATUS_RUNNING:
        break;
    }
    return NULL;
}

static void add_machine(command *k, const core *c, uint32_t slot, value local)
{
    const machine_name *name = naming_get(&c->vals.names, slot);
    process_status is = local_status(c, local);
    strbuf b = {0};
    naming_path(&c->vals.names, slot, &b);
    strbuf_printf(&b, " %s ", c->ir->interfaces[name->interface].name);
    if (is == STATUS_HALTED) {
        strbuf_puts(&b, "halted");
    } else if (rest_word(is) != NULL) {
        const ir_machine *m = &c->ir->machines[name->decl];
        strbuf_printf(&b, "%s %s", m->states[local_state(c, local)].name,
                      rest_word(is));
        add_fields(c, local, "  ", &b);
    }
    if (is == STATUS_HALTED || rest_word(is) != NULL)
        intern_put(&k->locals, strbuf_text(&b), b.len);
    strbuf_free(&b);
}

static void add_monitor(command *k, const core *c, value local)
{
    const ir_machine *m = &c->ir->machines[local_machine(c, local)];
    strbuf b = {0};
    strbuf_printf(&b, "%s %s", m->name, m->states[local_state(c, local)].name);
    add_fields(c, local, " ", &b);
    intern_put(&k->locals, strbuf_text(&b), b.len);
    strbuf_free(&b);
}

/* In P's own network a message to oneself is in the queue at once: a machine whose box
 * holds one does not rest. */
static bool has_mail_for_itself(const core *c, const system_state *s, uint32_t slot)
{
    value box = system_box(c, s, slot);
    for (uint32_t k = 0; k < network_count(c, box); k++) {
        value_view item = value_get(&c->vals, network_message(c, box, k));
        if (item.aux == REC_MESSAGE && item.items[MESSAGE_TARGET] == value_slot(slot))
            return c->options.network == NET_MBOX;
    }
    return false;
}

static void see_state(void *context, const core *c, const system_state *s)
{
    command *k = context;
    for (uint32_t slot = 0; slot < system_slots(c, s); slot++)
        if (system_local(c, s, slot) != VALUE_NULL && !has_mail_for_itself(c, s, slot))
            add_machine(k, c, slot, system_local(c, s, slot));
    for (uint32_t i = 0; i < c->test->module->monitor_count; i++)
        add_monitor(k, c, system_monitor(c, s, i));
}

static void see_local(void *context, const core *c, value local)
{
    value self = value_item(&c->vals, local, LOCAL_SELF);
    if (value_kind_of(&c->vals, self) == VK_INT)
        add_monitor(context, c, local);
    else
        add_machine(context, c, value_to_slot(&c->vals, self), local);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_locals(const command *k)
{
    size_t count = intern_count(&k->locals);
    const char **lines = mem_alloc((count + 1) * sizeof *lines);
    for (size_t i = 0; i < count; i++)
        lines[i] = intern_text(&k->locals, (intern_id)i);
    qsort(lines, count, sizeof *lines, by_text);
    for (size_t i = 0; i < count; i++)
        printf("  %s\n", lines[i]);
    mem_free(lines, (count + 1) * sizeof *lines);
}

/* ---- Verdicts ---- */

static int report(program *p, const result *r)
{
    const engine_stats *s = &r->verdict.stats;
    if (r->verdict.kind != VERDICT_VIOLATED) {
        bool holds = r->verdict.kind == VERDICT_EXHAUSTED;
        bool is_dpor = s->phase == PHASE_EXECUTIONS;
        uint64_t ends = is_dpor ? s->executions + s->blocked : s->terminal;
        printf("%s: %s, %llu states, %llu transitions, %llu ends\n", r->test->name,
               holds ? "holds" : "unknown", (unsigned long long)s->states,
               (unsigned long long)s->transitions, (unsigned long long)ends);
        return holds ? 0 : 3;
    }
    const fault *f = &r->verdict.fault;
    printf("%s: violated: %s", r->test->name, fault_word(f->kind));
    if (f->pos != SRC_NONE) {
        src_place place = sources_place(&p->src, f->pos);
        printf(" at %s:%u", place.file->path, place.line);
    }
    printf(" after %zu steps\n", r->verdict.trace.steps.len);
    if (r->bad_replay != NULL)
        printf("%s: does not replay: %s\n", r->test->name, r->bad_replay);
    return r->bad_replay != NULL ? 4 : 1;
}

static int explore_test(program *p, const ir_program *ir, const ir_test *t, command *k)
{
    result r;
    result_init(&r, ir, t);
    r.options = &k->s.engine;
    intern_init(&k->locals);
    k->s.engine.see_state = k->shows_locals ? see_state : NULL;
    k->s.engine.see_context = k;
    k->s.engine.see_local = k->shows_locals ? see_local : NULL;
    if (k->is_dpor)
        dpor_run(ir, t, &k->s.engine, &r.verdict);
    else
        explore_run(ir, t, &k->s.engine, &r.verdict);
    if (r.verdict.kind == VERDICT_VIOLATED)
        result_replay(&r);
    int code = report(p, &r);
    if (k->shows_locals && r.verdict.kind == VERDICT_EXHAUSTED)
        print_locals(k);
    fflush(stdout);
    intern_fini(&k->locals);
    result_fini(&r);
    return code;
}

static int explore_all(program *p, command *k)
{
    ir_program *ir = lower_program(p);
    strbuf why = {0};
    int code = 0;
    if (k->faults != NULL && !setup_faults(&k->s, ir, k->faults, &why)) {
        fprintf(stderr, "checker: %s\n", strbuf_text(&why));
        code = 2;
    }
    for (uint32_t i = 0; i < ir->test_count && code != 2; i++) {
        if (ir->tests[i].main_interface == IR_NONE)
            continue;
        int one = explore_test(p, ir, &ir->tests[i], k);
        code = one > code ? one : code;
    }
    strbuf_free(&why);
    ir_free(ir);
    return code;
}

/* False: TEXT is no tuning. */
static bool parse_tuning(explore_tuning *t, char *text)
{
    enum { CACHE, ID, PILOT, SHARED, BUDGET };
    char *const names[] = {[CACHE] = "cache",   [ID] = "id",         [PILOT] = "pilot",
                           [SHARED] = "shared", [BUDGET] = "budget", NULL};
    while (*text != '\0') {
        char *number = NULL;
        int name = getsubopt(&text, names, &number);
        if (name < 0 || number == NULL)
            return false;
        uint64_t n = strtoull(number, NULL, 10);
        if (name == CACHE)
            t->cache_bits = (unsigned)n;
        else if (name == ID)
            t->id_bits = (unsigned)n;
        else if (name == PILOT)
            t->pilot_states = n;
        else if (name == SHARED)
            t->shared_keys = n;
        else
            t->level_budget = n;
    }
    return true;
}

static bool parse_command(int argc, char **argv, command *k)
{
    static const char letters[] = "n:f:qlds:m:t:j:u:p:e";
    engine_options *e = &k->s.engine;
    e->limits = (engine_limits){.seconds = 60, .states = 1000000};
    for (int o = getopt(argc, argv, letters); o != -1;
         o = getopt(argc, argv, letters)) {
        if (o == 'n' && !setup_network(&k->s, optarg))
            return false;
        else if (o == 'f')
            k->faults = optarg;
        else if (o == 'q')
            e->core.strict_quiescence = true;
        else if (o == 'l')
            k->shows_locals = true;
        else if (o == 'e')
            k->is_dpor = true;
        else if (o == 'd')
            e->depth_first = true;
        else if (o == 's')
            e->limits.states = strtoull(optarg, NULL, 10);
        else if (o == 'm')
            e->limits.depth = strtoull(optarg, NULL, 10);
        else if (o == 't')
            e->limits.seconds = (double)strtoull(optarg, NULL, 10);
        else if (o == 'j')
            e->threads = (unsigned)strtoul(optarg, NULL, 10);
        else if (o == 'p')
            e->spill = optarg;
        else if (o == 'u' && !parse_tuning(&e->tuning, optarg))
            return false;
        else if (o == '?')
            return false;
    }
    e->limits.executions = e->limits.states;
    return true;
}

int main(int argc, char **argv)
{
    command k = {0};
    arena_init(&k.s.memory);
    int code = 2;
    if (parse_command(argc, argv, &k)) {
        const frontend_options front = {.warnings_off = true};
        program *p = frontend_load((const char *const *)argv + optind,
                                   (size_t)(argc - optind), &front);
        if (p->diags.errors == 0) {
            code = explore_all(p, &k);
        } else {
            const diag_style style = {.max_errors = 5};
            diag_show(&p->diags, stderr, &style);
        }
        program_free(p);
    }
    arena_fini(&k.s.memory);
    return code;
}
