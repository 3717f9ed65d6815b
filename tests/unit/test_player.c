/* A run made move by move: each move of the system, with the choices it is told. */
#include "core/player.h"

#include "reach_fixture.h"

/* ---- All transitions of small systems ---- */

typedef struct move {
    uint32_t from; /* number of the state */
    transition m;
    value choices;
    bool is_pruned, has_fault;
    uint32_t to; /* number of the state, if neither */
} move;

typedef VEC(move) move_list;

/* The sender fails before its message arrives: other branches, for the choices of the
 * message's target, are none. */
static bool is_no_branch(const move_list *known, const move *one)
{
    vec_each (other, known)
        if (one->is_pruned && other->has_fault && other->from == one->from &&
            transition_is_same(other->m, one->m) && other->choices == one->choices)
            return true;
    return false;
}

static void find_moves(reach *r, move_list *out)
{
    system_state from = {0};
    for (uint32_t i = 0; i < intern_count(&r->rows) && i < REACH_MOST / 2; i++) {
        reach_row(r, i, &from);
        system_enabled(r->m.c, &from, &r->enabled);
        vec_each (m, &r->enabled) {
            transition_result found;
            for (uint32_t k = 0; system_step(r->m.c, &from, *m, k, &r->to, &found);
                 k++) {
                move one = {.from = i,
                            .m = *m,
                            .choices = found.choices,
                            .is_pruned = found.is_pruned,
                            .has_fault = found.fault != 0};
                if (!one.is_pruned && !one.has_fault)
                    one.to = reach_number(r, &r->to);
                if (!is_no_branch(out, &one))
                    vec_push(out, one);
            }
        }
    }
    vec_free(&from);
}

typedef VEC(uint32_t) choice_list;

static void read_choices(const core *c, value list, choice_list *out)
{
    value_view w = list_get(c, list);
    vec_clear(out);
    for (uint32_t i = 0; i < w.count; i++)
        vec_push(out, (uint32_t)value_to_int(&c->vals, w.items[i]));
}

static bool is_row(const reach *r, uint32_t number, const system_state *s)
{
    return intern_find(&r->rows, s->data, s->len * sizeof *s->data) == number;
}

static void play_move(reach *r, player *p, const move *one, choice_list *choices)
{
    system_state from = {0};
    reach_row(r, one->from, &from);
    player_go_to(p, &from);
    assert_true(player_can(p, one->m));
    assert_false(player_can(p, (transition){one->m.kind, one->m.machine, 99}));
    assert_false(player_can(p, (transition){one->m.kind, 99, one->m.index}));
    assert_int_equal(player_enabled(p), system_enabled(r->m.c, &from, &r->enabled));
    assert_int_equal(p->enabled.len, r->enabled.len);
    read_choices(r->m.c, one->choices, choices);
    uint32_t count = (uint32_t)choices->len;
    play_answer want = one->is_pruned   ? PLAY_NONE
                       : one->has_fault ? PLAY_FAILED
                                        : PLAY_MADE;
    assert_int_equal(player_make(p, one->m, choices->data, count), want);
    assert_true(is_row(r, one->from, &p->state)); /* it stays until player_go */
    if (want != PLAY_NONE)
        assert_true(player_made_choices(p));
    assert_false(p->script.is_wrong);
    if (want == PLAY_MADE) {
        assert_int_equal(p->message, system_message(r->m.c, &from, one->m));
        assert_true(is_row(r, one->to, &p->next));
        player_go(p);
        assert_true(is_row(r, one->to, &p->state));
    }
    if (want == PLAY_FAILED)
        assert_int_not_equal(player_fault(p).kind, FAULT_NONE);
    vec_free(&from);
}

static unsigned with_choices;

static void check_moves(const char *text, const core_options *o)
{
    reach r;
    move_list all = {0};
    choice_list choices = {0};
    player p;
    reach_begin(&r, text, o);
    find_moves(&r, &all);
    player_init(&p, r.m.c);
    vec_each (one, &all) {
        play_move(&r, &p, one, &choices);
        with_choices += choices.len > 0;
    }
    player_fini(&p);
    vec_free(&all);
    vec_free(&choices);
    reach_end(&r);
}

TEST(every_move_of_a_system_can_be_made)
{
    with_choices = 0;
    each_program(check_moves);
    assert_true(with_choices > 100);
}

/* ---- Choices ---- */

static const char chooser[] =
    "machine Main { var x: int; start state S { entry {\n"
    "  x = choose(3); if (x > 0) { x = x + 10 * choose(2); } } } }\n";

static void begin(player *p, model *m, const char *text)
{
    *m = model_load(text, &(core_options){0});
    player_init(p, m->c);
    assert_int_equal(player_begin(p), PLAY_MADE);
    player_go(p);
}

static void end(player *p, model *m)
{
    player_fini(p);
    model_free(m);
}

static bool tell(player *p, const uint32_t *choices, uint32_t count)
{
    transition m;
    assert_true(player_must(p, &m)); /* Main is new */
    assert_int_equal(player_make(p, m, choices, count), PLAY_MADE);
    return player_made_choices(p);
}

TEST(choices_must_be_told_all_and_no_more)
{
    static const uint32_t told[] = {2, 1, 0};
    static const uint32_t none[] = {0, 1};
    static const uint32_t wrong[] = {7}; /* then the first way is taken, too */
    player p;
    model m;
    begin(&p, &m, chooser);
    assert_true(tell(&p, told, 2));
    assert_int_equal(list_get(m.c, p.result.choices).count, 2);
    assert_false(tell(&p, told, 3));
    assert_false(tell(&p, told, 1)); /* then the first way is taken */
    assert_int_equal(list_get(m.c, p.result.choices).count, 2);
    assert_false(tell(&p, told, 0));
    assert_true(tell(&p, none, 1));
    assert_false(tell(&p, none, 2)); /* there is no second choice */
    assert_false(tell(&p, wrong, 1));
    assert_true(tell(&p, told, 2));
    player_go(&p);
    transition t;
    assert_false(player_must(&p, &t));
    assert_int_equal(player_enabled(&p), 0);
    end(&p, &m);
}

/* ---- Notes ---- */

/* One letter a note: what machines do, and in capitals what monitors do. */
static void spell(const player *p, strbuf *out)
{
    vec_each (n, &p->notes) {
        char letter = '?';
        switch (n->kind) {
        case NOTE_HANDLE:
            letter = 'h';
            break;
        case NOTE_PRINT:
            letter = 'p';
            break;
        case NOTE_ANNOUNCE:
            letter = 'a';
            break;
        case NOTE_SEND:
            letter = 's';
            break;
        default:
            continue;
        }
        strbuf_putc(out,
                    n->machine == MACHINE_NONE ? (char)(letter - 'a' + 'A') : letter);
    }
    strbuf_putc(out, '.');
}

/* Always the first enabled transition, until one fails or none is left. */
static void spell_run(const char *text, const char *want)
{
    player p;
    model m;
    strbuf shown = {0};
    begin(&p, &m, text);
    play_answer answer = PLAY_MADE;
    while (answer == PLAY_MADE && player_enabled(&p) > 0) {
        answer = player_make(&p, p.enabled.data[0], NULL, 0);
        spell(&p, &shown);
        if (answer == PLAY_MADE)
            player_go(&p);
    }
    assert_string_equal(strbuf_text(&shown), want);
    strbuf_free(&shown);
    end(&p, &m);
}

#define WATCHED                                                                       \
    "event eA; event eB;\n"                                                           \
    "machine Main { start state S { entry { print \"0\"; announce eA; print \"1\";\n" \
    "  announce eB; print \"2\"; announce eA; print \"3\"; } } }\n"                   \
    "spec N observes eA { start state S { on eA do { } } }\n"                         \
    "test t [main=Main]: assert M, N in { Main };\n"

/* Each monitor handles what it observes before the machine goes on. */
TEST(monitors_act_where_they_observe)
{
    spell_run(WATCHED "spec M observes eA, eB { start state S {\n"
                      "  on eA do { print \"x\"; } on eB do { } } }\n",
              "p.aHPHpaHpaHPHp.");
}

TEST(nothing_comes_after_a_monitor_that_fails)
{
    spell_run(WATCHED "spec M observes eA, eB { start state S {\n"
                      "  on eA do { } on eB do { assert false; } } }\n",
              "p.aHHpaH.");
}

TEST(notes_of_the_last_move_are_gone)
{
    player p;
    model m;
    begin(&p, &m, chooser);
    assert_true(tell(&p, (const uint32_t[]){0}, 1));
    assert_true(p.notes.len > 0);
    size_t len = p.notes.len;
    assert_true(tell(&p, (const uint32_t[]){0}, 1));
    assert_int_equal(p.notes.len, len);
    end(&p, &m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(every_move_of_a_system_can_be_made),
        LEAK_FREE(choices_must_be_told_all_and_no_more),
        LEAK_FREE(monitors_act_where_they_observe),
        LEAK_FREE(nothing_comes_after_a_monitor_that_fails),
        LEAK_FREE(notes_of_the_last_move_are_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
