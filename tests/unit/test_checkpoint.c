/* An interrupted search is saved to a file, and continues in another process. */
#include "engine/explore/checkpoint.h"

#include "core/coverage.h"

#include "folder_fixture.h"
#include "spill_fixture.h"
#include "team_fixture.h"

static const char identity[] = "program: p 1\ntest: t\nnetwork: mbox\n";

static void save(const folder *d, squad *s)
{
    strbuf why = {0};
    assert_true(checkpoint_save(d->file, identity, &s->team, &why));
    assert_int_equal(why.len, 0);
    assert_int_equal(folder_count(d), 1);
    strbuf_free(&why);
}

/* WHY gets the reason of a failure. */
static bool try_load(const folder *d, const char *what, squad *s, strbuf *why)
{
    strbuf_clear(why);
    return checkpoint_load(d->file, what, s->c, s->o.cache_bits, &s->team, why);
}

/* ---- The same numbers in the end ---- */

static const squad_options ways[] = {
    {.workers = 1, .cache_bits = 10, .id_bits = 18, .chunk_keys = KEY_CHUNK_KEYS},
    {.workers = 3, .cache_bits = 2, .id_bits = 1, .chunk_keys = 2},
    {.workers = 1, .cache_bits = 1, .id_bits = 3, .chunk_keys = 7},
};

static void expect_same_team(const squad *a, const squad *b)
{
    assert_int_equal(a->team.depth, b->team.depth);
    assert_int_equal(a->team.states, b->team.states);
    assert_int_equal(a->team.transitions, b->team.transitions);
    assert_int_equal(a->team.terminal, b->team.terminal);
    assert_int_equal(a->team.outside, b->team.outside);
    assert_int_equal(a->team.deeper, b->team.deeper);
    assert_int_equal(a->team.spent_ms, b->team.spent_ms);
    assert_int_equal(level_count(a->team.now), level_count(b->team.now));
    assert_int_equal(level_count(a->team.next), level_count(b->team.next));
    assert_int_equal(visited_count(a->team.visited), visited_count(b->team.visited));
    assert_int_equal(a->team.tree->pause, b->team.tree->pause);
    const coverage *x = a->c->coverage;
    const coverage *y = b->c->coverage;
    assert_memory_equal(x->marks, y->marks, x->mark_count);
    assert_memory_equal(x->costs, y->costs, x->handler_count * sizeof *x->costs);
}

/* A core and a team in it. */
typedef struct site {
    model m;
    squad s;
} site;

static site *site_new(const char *text, const core_options *o, const squad_options *way)
{
    site *p = mem_alloc(sizeof *p);
    p->m = model_load(text, o);
    squad_init(&p->s, p->m.c, way);
    p->s.pause_every = 1;
    return p;
}

static void site_free(site *p)
{
    squad_fini(&p->s);
    model_free(&p->m);
    mem_free(p, sizeof *p);
}

/* It has executed the same steps, and counted each of them once. */
static void expect_same_coverage(const char *text, const core_options *o,
                                 const squad *s)
{
    site *p = site_new(text, o, &ways[0]);
    squad_begin(&p->s);
    assert_true(squad_run(&p->s, 0));
    const coverage *x = p->m.c->coverage;
    const coverage *y = s->c->coverage;
    assert_memory_equal(x->marks, y->marks, x->mark_count);
    assert_memory_equal(x->costs, y->costs, x->handler_count * sizeof *x->costs);
    site_free(p);
}

/* As an engine does it, a new core has its first state before a file is read. */
static void touch(core *c)
{
    transition_result r;
    system_state start = {0};
    system_start(c, &start, &r);
    vec_free(&start);
}

/* Goes on in a new process, so to speak, each time after PAUSES more, or after so many
 * more states. */
static void run_in_pieces(const char *text, const core_options *o,
                          const reach_counts *n, unsigned pauses, uint64_t more)
{
    folder d;
    folder_make(&d);
    strbuf why = {0};
    site *p = site_new(text, o, &ways[0]);
    p->s.team.max_states = more;
    squad_begin(&p->s);
    unsigned pieces = 0;
    while (!squad_run(&p->s, pauses)) {
        p->s.team.spent_ms += 1 + pieces;
        p->s.team.deeper = pieces % 2 == 0; /* forgotten, a cut search would hold */
        p->s.team.outside = pieces % 3 == 0;
        save(&d, &p->s);
        site *next = site_new(text, o, &ways[++pieces % COUNT_OF(ways)]);
        if (pieces % 2 == 0)
            touch(next->m.c);
        assert_true(try_load(&d, identity, &next->s, &why));
        expect_same_team(&p->s, &next->s);
        squad_set_limits(&next->s);
        next->s.team.max_states = more == 0 ? 0 : p->s.team.states + more;
        site_free(p);
        p = next;
    }
    assert_true(pieces > 0 || n->states < 20);
    squad_expect(&p->s, n);
    expect_same_coverage(text, o, &p->s);
    site_free(p);
    strbuf_free(&why);
    folder_remove(&d);
}

TEST(a_search_in_pieces_comes_to_the_same_numbers)
{
    static const char *const names[] = {"quorum/two-rounds",
                                        "machines/send-is-a-scheduling-point",
                                        "faults/crash-of-a-minority",
                                        "monitors/observes-halt",
                                        "network/two-phase-commit-by-formula",
                                        "receive/nested"};
    strbuf text = {0};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        suite_read(names[i], &text);
        core_options o;
        for (unsigned at = (unsigned)i % 5; next_options(&at, &o); at += 4) {
            reach r;
            reach_begin(&r, strbuf_text(&text), &o);
            reach_counts n = reach_all(&r);
            reach_end(&r);
            if (n.states == REACH_MOST)
                continue;
            run_in_pieces(strbuf_text(&text), &o, &n, 1 + (unsigned)n.states / 30, 0);
            run_in_pieces(strbuf_text(&text), &o, &n, 0, 1 + n.states / 5);
        }
    }
    strbuf_free(&text);
}

/* ---- What is refused ---- */

static const char small[] =
    "event a: int;\n"
    "machine Main { start state S { entry { var w: machine; var i: int;\n"
    "  w = new W(); while (i < 4) { send w, a, i; i = i + 1; } } } }\n"
    "machine W { var n: int; start state S { on a do (i: int) { n = n + choose(2); } } "
    "}\n";

typedef struct saved {
    folder d;
    model m;
    squad s;
    strbuf bytes; /* of the file */
    strbuf why;
} saved;

/* A file, and a new core and team to load it into. */
static void set_up(saved *f)
{
    *f = (saved){0};
    folder_make(&f->d);
    f->m = model_load(small, &(core_options){0});
    squad_init(&f->s, f->m.c, &ways[0]);
    squad_begin(&f->s);
    f->s.pause_every = 1;
    squad_run(&f->s, 4);
    save(&f->d, &f->s);
    file_read(f->d.file, &f->bytes);
    squad_fini(&f->s);
    model_free(&f->m);
    f->m = model_load(small, &(core_options){0});
    squad_init(&f->s, f->m.c, &ways[0]);
}

static void tear_down(saved *f)
{
    squad_fini(&f->s);
    model_free(&f->m);
    strbuf_free(&f->bytes);
    strbuf_free(&f->why);
    folder_remove(&f->d);
}

static void refuse(saved *f, const char *what, const char *reason)
{
    assert_false(try_load(&f->d, what, &f->s, &f->why));
    assert_string_equal(strbuf_text(&f->why), reason);
    assert_null(f->s.team.tree); /* nothing was believed */
    assert_null(f->s.team.visited);
}

static const char damaged[] = "it is damaged or incomplete";
static const char no_checkpoint[] = "it is not a Synod checkpoint";

/* Where the first text of a file begins, and where what all versions share ends. */
enum { FIRST_TEXT = 8, KIND_END = FIRST_TEXT + sizeof "synod checkpoint " - 1 };

/* Every place near both ends, and some of the others. */
static size_t next_place(size_t at, size_t len)
{
    return at + (at < 300 || at + 300 > len ? 1 : 1 + len / 500);
}

TEST(a_file_that_is_too_short_or_too_long_is_refused)
{
    saved f;
    set_up(&f);
    for (size_t len = 0; len < f.bytes.len; len = next_place(len, f.bytes.len)) {
        file_write(f.d.file, f.bytes.data, len);
        refuse(&f, identity, len < KIND_END + 1 + 8 ? no_checkpoint : damaged);
    }
    strbuf_putc(&f.bytes, '\0');
    file_write(f.d.file, f.bytes.data, f.bytes.len);
    refuse(&f, identity, damaged);
    file_write(f.d.file, f.bytes.data, f.bytes.len - 1);
    assert_true(try_load(&f.d, identity, &f.s, &f.why)); /* as it was */
    tear_down(&f);
}

TEST(a_flipped_bit_anywhere_is_refused)
{
    saved f;
    set_up(&f);
    for (size_t at = 0; at < f.bytes.len; at = next_place(at, f.bytes.len)) {
        f.bytes.data[at] ^= 4;
        file_write(f.d.file, f.bytes.data, f.bytes.len);
        if (at < FIRST_TEXT) /* a text of another length may still begin the same */
            assert_false(try_load(&f.d, identity, &f.s, &f.why));
        else
            refuse(&f, identity, at < KIND_END ? no_checkpoint : damaged);
        f.bytes.data[at] ^= 4;
    }
    tear_down(&f);
}

TEST(a_checkpoint_of_something_else_is_refused_by_name)
{
    static const char *const others[][2] = {
        {"program: p 2\ntest: t\nnetwork: mbox\n", "program"},
        {"program: p 11\ntest: t\nnetwork: mbox\n", "program"},
        {"program: p 1\ntest: u\nnetwork: mbox\n", "test"},
        {"program: p 1\ntest: t2\nnetwork: mbox\n", "test"},
        {"program: p 1\ntest: t\nnetwork: bag\n", "network"},
        {"program: p 1\ntest: t\nnetwork: mbox\nfaults: loss\n", "faults"},
        {"program: p 1\ntest: t\n", "network"},
        {"program: p 1\nnetwork: mbox\n", "network"},
        {"", "program"},
    };
    saved f;
    set_up(&f);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        strbuf reason = {0};
        strbuf_printf(&reason, "it was written for another %s", others[i][1]);
        refuse(&f, others[i][0], strbuf_text(&reason));
        strbuf_free(&reason);
    }
    tear_down(&f);
}

/* A whole file that begins with MAGIC. */
static void put_head(saved *f, const char *magic)
{
    savefile *file = savefile_create(f->d.file, &f->why);
    savefile_put_text(file, magic);
    savefile_put_text(file, identity);
    assert_true(savefile_keep(file, &f->why));
}

TEST(files_of_other_kinds_are_refused)
{
    static const char text[] = "# This is no checkpoint but a text of some length.\n";
    saved f;
    set_up(&f);
    file_write(f.d.file, text, sizeof text);
    refuse(&f, identity, no_checkpoint);
    file_write(f.d.file, "", 0);
    refuse(&f, identity, no_checkpoint);
    /* Whole, but of somebody else. */
    put_head(&f, "synod something 1");
    refuse(&f, identity, no_checkpoint);
    assert_false(checkpoint_may_write(f.d.file, &f.why));
    savefile *file = savefile_create(f.d.file, &f.why);
    assert_true(savefile_keep(file, &f.why));
    refuse(&f, identity, no_checkpoint);
    /* One that another version wrote, and that may be replaced. */
    put_head(&f, "synod checkpoint 1");
    refuse(&f, identity, "it is a checkpoint of another version of Synod");
    assert_true(checkpoint_may_write(f.d.file, &f.why));
    /* None at all. */
    unlink(f.d.file);
    assert_false(try_load(&f.d, identity, &f.s, &f.why));
    assert_non_null(strstr(strbuf_text(&f.why), "No such file"));
    tear_down(&f);
}

/* The identity is right and the rest is not: nobody trusts an identity alone. */
TEST(a_checkpoint_that_ends_early_but_is_whole_is_refused)
{
    saved f;
    set_up(&f);
    size_t content = f.bytes.len - 8;
    size_t head = 8 + strlen("synod checkpoint 2") + 8 + strlen(identity);
    for (size_t len = head; len < content; len += 1 + content / 200) {
        savefile *file = savefile_create(f.d.file, &f.why);
        savefile_put(file, f.bytes.data, len);
        assert_true(savefile_keep(file, &f.why));
        model m = model_load(small, &(core_options){0});
        squad s;
        squad_init(&s, m.c, &ways[0]);
        assert_false(try_load(&f.d, identity, &s, &f.why));
        assert_string_equal(strbuf_text(&f.why),
                            "its content is not that of a search of this program");
        squad_fini(&s);
        model_free(&m);
    }
    tear_down(&f);
}

TEST(a_full_disk_keeps_the_checkpoint_before)
{
    saved f;
    set_up(&f);
    strbuf now = {0};
    assert_true(try_load(&f.d, identity, &f.s, &f.why));
    squad_set_limits(&f.s);
    assert_true(squad_run(&f.s, 0));
    for (rlim_t room = 0; room < f.bytes.len; room += 1 + f.bytes.len / 60) {
        strbuf_clear(&f.why);
        limit_files(room);
        bool ok = checkpoint_save(f.d.file, identity, &f.s.team, &f.why);
        limit_files(RLIM_INFINITY);
        assert_false(ok);
        assert_true(f.why.len > 0);
        assert_int_equal(folder_count(&f.d), 1);
        file_read(f.d.file, &now);
        assert_int_equal(now.len, f.bytes.len);
        assert_memory_equal(now.data, f.bytes.data, now.len);
    }
    save(&f.d, &f.s); /* now there is room */
    strbuf_free(&now);
    tear_down(&f);
}

static status move_key(void *context, const uint64_t *keys, uint32_t count)
{
    squad *s = context;
    for (uint32_t i = 0; i < count; i++) {
        key_chunk *chunk = chunk_get(s->team.pool);
        chunk->keys[chunk->count++] = keys[i];
        assert_int_equal(level_add(s->team.next, chunk), ST_OK);
    }
    return ST_OK;
}

/* A level of many chunks, the larger part of it in a file. */
TEST(levels_on_disk_are_saved_too)
{
    saved f;
    set_up(&f);
    assert_true(try_load(&f.d, identity, &f.s, &f.why));
    squad_set_limits(&f.s);
    f.s.pause_every = 1;
    while (level_count(f.s.team.now) + level_count(f.s.team.next) < 3)
        assert_false(squad_run(&f.s, 1));
    level *old = f.s.team.next;
    const level_options o = {.dir = f.d.path, .budget = sizeof(key_chunk)};
    f.s.team.next = level_new(f.s.team.pool, &o);
    assert_int_equal(level_each(old, move_key, &f.s), ST_OK);
    assert_int_equal(level_each(f.s.team.now, move_key, &f.s), ST_OK);
    level_free(old);
    level_free(f.s.team.now);
    f.s.team.now = level_new(f.s.team.pool, &o);
    assert_true(level_on_disk(f.s.team.next) > 0);
    strbuf_clear(&f.why);
    assert_true(checkpoint_save(f.d.file, identity, &f.s.team, &f.why));
    model m = model_load(small, &(core_options){0});
    squad s;
    squad_init(&s, m.c, &ways[0]);
    assert_true(try_load(&f.d, identity, &s, &f.why));
    expect_same_team(&f.s, &s);
    squad_fini(&s);
    model_free(&m);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_FREE(a_search_in_pieces_comes_to_the_same_numbers),
        LEAK_FREE(a_file_that_is_too_short_or_too_long_is_refused),
        LEAK_FREE(a_flipped_bit_anywhere_is_refused),
        LEAK_FREE(a_checkpoint_of_something_else_is_refused_by_name),
        LEAK_FREE(files_of_other_kinds_are_refused),
        LEAK_FREE(a_checkpoint_that_ends_early_but_is_whole_is_refused),
        LEAK_FREE(a_full_disk_keeps_the_checkpoint_before),
        LEAK_FREE(levels_on_disk_are_saved_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
