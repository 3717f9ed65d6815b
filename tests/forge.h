/* forge.h -- checkpoints that somebody has changed, with checksums that are right.
 *
 * Used by the fuzz target and by a unit test.  A forgery is a list of edits of 8 bytes:
 * kind, place, number.  Synod must refuse the file, or go on from it and come to some
 * end. */
#ifndef TESTS_FORGE_H
#define TESTS_FORGE_H

#include "base/hash.h"
#include "base/savefile.h"
#include "engine/engine.h"
#include "engine/explore/visited_private.h"
#include "ir/lower.h"
#include "lang/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char forge_identity[] = "program: forged\n";

/* Each has other records in its local states. */
static const char *const forge_programs[] = {
    /* containers, texts, numbers, references; deferred messages */
    "type pair = (n: int, who: machine);\n"
    "event eAsk: pair; event eTell: (map[int, string], set[machine], float);\n"
    "event eGo; event eBig: any;\n"
    "machine Main { var all: set[machine]; var names: map[int, string];\n"
    "  start state S { entry { var i: int; var w: machine;\n"
    "    while (i < 2) { w = new W(this); all += (w); names[i] = format(\"w{0}\", i);\n"
    "      i = i + 1; }\n"
    "    foreach (w in all) { send w, eAsk, (n = 3, who = this); send w, eGo; }\n"
    "    foreach (w in all) { send w, eTell, (names, all, 1.5); }\n"
    "    send w, eBig, (1, \"x\"); goto T; } defer eGo; }\n"
    "  state T { ignore eGo; } }\n"
    "machine W { var boss: machine; var big: int; var x: any;\n"
    "  start state S { entry (m: machine) { boss = m; big = 2000000000; }\n"
    "    defer eTell, eBig; on eAsk do (p: pair) { send p.who, eGo; goto T; }\n"
    "    on eGo do { big = big + 1; } }\n"
    "  state T { on eTell do (t: (map[int, string], set[machine], float)) {\n"
    "      assert t.0[0] == \"w0\"; if ($) { send boss, eGo; } }\n"
    "    on eBig do (a: any) { x = a; } on eGo do { big = big - 1; } ignore eAsk; } }\n"
    "test t [main=Main]: { Main, W };\n",
    /* a receive in a called function, a monitor, creations on the way */
    "event eReq: machine; event eRes: int; event eDone;\n"
    "spec Counts observes eRes, eDone { var n: int; start state S {\n"
    "  on eRes do (k: int) { n = n + k; assert n < 1000; } on eDone goto T; }\n"
    "  state T { ignore eRes, eDone; } }\n"
    "fun ask(s: machine, me: machine): int { var r: int; send s, eReq, me;\n"
    "  receive { case eRes: (k: int) { r = k; } } return r; }\n"
    "machine Main { var sum: int; start state S { entry { var s: machine; var i: int;\n"
    "  s = new Server(); new Client(s); while (i < 2) { sum = sum + ask(s, this);\n"
    "  i = i + 1; } announce eDone; send s, halt; raise eDone; }\n"
    "  on eDone do { goto End; } } state End { } }\n"
    "machine Client { start state S { entry (s: machine) { var k: int;\n"
    "  k = ask(s, this); k = choose(2); } } }\n"
    "machine Server { var n: int; start state S { on eReq do (m: machine) {\n"
    "  n = n + 1; send m, eRes, n; } } }\n"
    "test t [main=Main]: assert Counts in { Main, Client, Server };\n",
    /* null handlers and quorums: machines that look at their inboxes */
    "event eVote: int; event eTick;\n"
    "machine Main { start state S { entry { var c: machine; c = new C();\n"
    "  new V(c); new V(c); new V(c); send c, eTick; } } }\n"
    "machine V { start state S { entry (c: machine) { send c, eVote, 1; } } }\n"
    "machine C { var n: int; start state S { on eTick do { n = n + 1; send this, "
    "eTick;\n"
    "  if (n > 2) { goto T; } } defer eVote; }\n"
    "  state T { on null do { n = 0; goto U; } ignore eTick, eVote; }\n"
    "  state U { ignore eTick, eVote; } }\n"
    "test t [main=Main]: { Main, V, C };\n",
    /* choices that stay open: in fields, sets, messages, a spec, and a loop that waits
     */
    "type pair = (n: int, d: int); event eBid: pair; event eBack: int; event eGo;\n"
    "spec Most observes eBid { var most: int; start state S {\n"
    "  on eBid do (b: pair) { if (b.n > most) { most = b.n; } } } }\n"
    "machine Main { var all: set[int]; var x: int; start state S { entry {\n"
    "    var i: int; var w: machine; x = choose(100); all += (x);\n"
    "    all += (choose(100)); all += (x + 1); w = new W(this);\n"
    "    foreach (i in all) { send w, eBid, (n = i, d = i - x);\n"
    "      receive { case eBack: (k: int) { if (k < x) { x = k; } } } }\n"
    "    send w, eGo; } ignore eBack; } }\n"
    "machine W { var boss: machine; var last: pair; start state S {\n"
    "  entry (m: machine) { boss = m; }\n"
    "  on eBid do (b: pair) { var y: int; y = choose(50); send boss, eBack, y;\n"
    "    if (b.d == last.d) { last = (n = y, d = b.n); } else { last = b; } }\n"
    "  on eGo do { last = (n = 0, d = 0); } } }\n"
    "test t [main=Main]: assert Most in { Main, W };\n",
};
enum { FORGE_PROGRAMS = sizeof forge_programs / sizeof *forge_programs };
enum { FORGE_OPEN = FORGE_PROGRAMS - 1 }; /* there, values stay open */
/* ... in P's own network, and in another with faults. */
enum { FORGE_WAYS = 2 * FORGE_PROGRAMS };

typedef struct forge {
    program *p;
    ir_program *ir;
    core_options core;
    bool is_open;
    char path[256];
    strbuf base; /* the content of a checkpoint, without its checksum */
    size_t head; /* of it: where the identity ends */
    size_t body; /* of it: where visited states begin */
} forge;

static void forge_search(const forge *f, engine_options *o, verdict *v)
{
    o->core = f->core;
    o->open_values = f->is_open;
    o->identity = forge_identity;
    o->threads = 1;
    verdict_init(v);
    explore_run(f->ir, &f->ir->tests[0], o, v);
}

static void forge_read(forge *f)
{
    char buffer[4096];
    FILE *file = fopen(f->path, "rb");
    for (size_t n; file != NULL && (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        strbuf_add(&f->base, buffer, n);
    if (file == NULL || f->base.len < sizeof(uint64_t))
        abort();
    fclose(file);
    strbuf_cut(&f->base, f->base.len - sizeof(uint64_t));
}

static size_t forge_find_visited(const strbuf *content)
{
    const uint64_t magic = VISITED_FILE_MAGIC;
    for (size_t at = 0; at + sizeof magic <= content->len; at++)
        if (memcmp(content->data + at, &magic, sizeof magic) == 0)
            return at;
    return content->len;
}

/* A checkpoint of way WAY after STATES states. */
static inline void forge_begin(forge *f, unsigned way, uint64_t states)
{
    const char *text = forge_programs[way / 2];
    const char *top = getenv("TMPDIR");
    const frontend_options front = {.warnings_off = true};
    *f = (forge){.p = frontend_load_text("t.p", text, strlen(text), &front)};
    vec_each (item, &f->p->diags.items)
        fprintf(stderr, "%s\n", (*item)->text);
    if (f->p->diags.errors > 0)
        abort();
    f->ir = lower_program(f->p);
    f->is_open = way / 2 == FORGE_OPEN;
    if (way % 2 == 1) {
        f->core.network = f->is_open ? NET_BAG : NET_P2P;
        f->core.budgets[BUDGET_CRASH].left = 1;
        f->core.budgets[BUDGET_LOSS].left = 1;
    }
    snprintf(f->path, sizeof f->path, "%s/synod-forge-XXXXXX",
             top != NULL                     ? top
             : access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                             : "/tmp");
    int file = mkstemp(f->path);
    if (file < 0)
        abort();
    close(file);
    engine_options o = {
        .checkpoint = f->path, .checkpoint_seconds = 1e9, .limits = {.states = states}};
    verdict v;
    forge_search(f, &o, &v);
    if (!v.can_resume) {
        fprintf(stderr, "way %u: no checkpoint after %llu states\n", way,
                (unsigned long long)v.stats.states);
        abort();
    }
    verdict_fini(&v);
    forge_read(f);
    f->head = 8 + strlen("synod checkpoint 4") + 8 + strlen(forge_identity);
    f->body = forge_find_visited(&f->base);
}

static inline void forge_end(forge *f)
{
    unlink(f->path);
    strbuf_free(&f->base);
    ir_free(f->ir);
    program_free(f->p);
}

/* ---- Edits ---- */

enum { FORGE_EDIT = 8 };

static void forge_swap(char *a, char *b)
{
    char kept[4];
    memcpy(kept, a, sizeof kept);
    memcpy(a, b, sizeof kept);
    memcpy(b, kept, sizeof kept);
}

static uint32_t forge_number(uint8_t way, uint32_t number, uint32_t old)
{
    static const uint32_t special[] = {0,          1,          2,          0xffffffff,
                                       0x7fffffff, 0x80000000, 0x40000000, 0x20000000,
                                       0x28000000, 0x30000000, 0x38000000, 0xfffffffe,
                                       0x00100000};
    switch (way % 4) {
    case 0:
        return special[number % (sizeof special / sizeof *special)];
    case 1:
        return old + 1 + number % 4;
    case 2:
        return old - 1 - number % 4;
    }
    return number;
}

/* Changes one place; most of them before the visited states, which are many zeros. */
static void forge_edit(const forge *f, strbuf *content, const uint8_t *edit)
{
    uint32_t place;
    uint32_t number = edit[4] | (uint32_t)edit[5] << 8 | (uint32_t)edit[6] << 16 |
                      (uint32_t)edit[7] << 24;
    memcpy(&place, edit, sizeof place);
    place >>= 8;
    size_t end = edit[0] >= 224 || f->body > content->len ? content->len : f->body;
    if (end < f->head + 8)
        return;
    size_t room = end - f->head - 7;
    /* Mostly where numbers are. */
    size_t at = f->head + (edit[0] % 2 == 0 ? place % room / 4 * 4 : place % room);
    char *here = content->data + at;
    uint32_t old;
    memcpy(&old, here, sizeof old);
    uint32_t now = forge_number(edit[4], number >> 8, old);
    switch (edit[0] / 2 % 6) {
    case 0:
        here[0] = (char)(here[0] ^ 1 << number % 8);
        return;
    case 1:
    case 2:
        memcpy(here, &now, sizeof now);
        return;
    case 3: /* the number of another place */
        memcpy(here, content->data + f->head + number % room, sizeof old);
        return;
    case 4:
        forge_swap(here, content->data + f->head + number % room / 4 * 4);
        return;
    case 5: /* 4 bytes less */
        memmove(here, here + 4, content->len - at - 4);
        strbuf_cut(content, content->len - 4);
        return;
    }
}

/* ---- Checksums ---- */

static void forge_sums(strbuf *content)
{
    visited_file_header h;
    size_t at = forge_find_visited(content);
    if (at + sizeof h > content->len)
        return;
    memcpy(&h, content->data + at, sizeof h);
    size_t rest = content->len - at - sizeof h;
    const char *lines = content->data + at + sizeof h;
    if (h.line_count <= VISITED_MOST_LINES && h.overflow_slots <= VISITED_MOST_LINES &&
        visited_line_bytes(h.line_count) + visited_overflow_bytes(h.overflow_slots) <=
            rest) {
        size_t size = visited_line_bytes(h.line_count);
        h.sum_of_lines = hash_bytes(lines, size);
        h.sum_of_overflow =
            hash_bytes(lines + size, visited_overflow_bytes(h.overflow_slots));
    }
    h.sum_of_header = hash_bytes(&h, offsetof(visited_file_header, sum_of_header));
    memcpy(content->data + at, &h, sizeof h);
}

/* Makes the file, and goes on from it.  True: it was accepted. */
static inline bool forge_run(forge *f, const uint8_t *edits, size_t count)
{
    strbuf content = {0};
    strbuf why = {0};
    strbuf_add(&content, strbuf_text(&f->base), f->base.len);
    for (size_t i = 0; i < count; i++)
        forge_edit(f, &content, edits + i * FORGE_EDIT);
    forge_sums(&content);
    savefile *file = savefile_create(f->path, &why);
    if (file == NULL)
        abort();
    savefile_put(file, strbuf_text(&content), content.len);
    if (!savefile_keep(file, &why))
        abort();
    engine_options o = {.resume = f->path,
                        .limits = {.states = 2000, .seconds = 20, .memory = 1 << 30},
                        .tuning = {.pilot_states = 30}};
    verdict v;
    forge_search(f, &o, &v);
    bool is_accepted = v.kind != VERDICT_REFUSED;
    verdict_fini(&v);
    strbuf_free(&content);
    strbuf_free(&why);
    return is_accepted;
}

#endif
