#include "report/sarif.h"

#include "base/hash.h"
#include "report/text.h"

#include <string.h>

/* ---- Rules ---- */

/* FAULT_NONE is not a failure. */
static bool is_rule(int kind)
{
    return kind != FAULT_NONE && kind != FAULT_WITNESS;
}

/* What a kind of failure means, for users who do not know Synod. */
static const char *help(fault_kind kind)
{
    switch (kind) {
    case FAULT_NONE:
    case FAULT_WITNESS:
    case FAULT_KIND_COUNT:
        break;
    case FAULT_CRASH:
        return "A thread of a model in C crashes.";
    case FAULT_LOOP:
        return "A thread runs forever without waiting.";
    case FAULT_CONTENT:
        return "The content of a message is not what its receiver expects.";
    case FAULT_UNREAD:
        return "A run ends with messages that no process has received.";
    case FAULT_NOBODY:
        return "A process sends to nobody, or receives from nobody.";
    case FAULT_MISUSE:
        return "A model uses the API of Synod incorrectly.";
    case FAULT_ASSERT:
        return "An assertion of a machine or a spec does not hold in some run.";
    case FAULT_UNHANDLED:
        return "A machine is sent an event that its state neither handles, defers nor "
               "ignores.";
    case FAULT_UNHANDLED_IN_SPEC:
        return "A spec observes an event that its state neither handles nor ignores.";
    case FAULT_NULL_TARGET:
        return "An event is sent to null instead of a machine.";
    case FAULT_NULL_EVENT:
        return "Null is sent, raised or announced instead of an event.";
    case FAULT_NOT_ALLOWED:
        return "An event is sent that the reference to the target or the sends list of "
               "the machine does not allow.";
    case FAULT_INDEX:
        return "An index lies outside of a sequence or a set.";
    case FAULT_KEY:
        return "A map lacks a key that is looked up, or already has a key that is "
               "added.";
    case FAULT_CAST:
        return "A value is cast to a type that it does not have.";
    case FAULT_NULL_VALUE:
        return "Null is used where a value is needed.";
    case FAULT_DIVISION:
        return "A number is divided by zero.";
    case FAULT_CHOOSE:
        return "A choice has no alternatives, or too many.";
    case FAULT_QUORUM:
        return "A quorum handler asks for an impossible number of messages.";
    case FAULT_UNBOUND:
        return "A machine is created that the test does not contain.";
    case FAULT_FOREIGN:
        return "A foreign function reported a failure or a wrong value.";
    case FAULT_RUNAWAY:
        return "A handler runs for very long without a scheduling point.";
    case FAULT_DEADLOCK:
        return "A run ends while a machine still waits in a receive.";
    case FAULT_QUIESCENCE:
        return "A run ends with messages that no machine has handled.";
    case FAULT_LIVENESS:
        return "A spec stays hot forever in some fair run.";
    }
    return "";
}

/* For the verdict on a test, also when memory has run out. */
enum { ROOM = 1 << 12 };

#define COMPILE_RULE "compile-error"

static void put_text(const char *key, const char *text, strbuf *out)
{
    strbuf_printf(out, "\"%s\": ", key);
    strbuf_json(out, text, strlen(text));
}

static void put_rule(const char *id, const char *title, const char *more,
                     const char *level, strbuf *out)
{
    strbuf_puts(out, "\n        {");
    put_text("id", id, out);
    strbuf_puts(out, ", \"shortDescription\": {");
    put_text("text", title, out);
    strbuf_puts(out, "},\n         \"fullDescription\": {");
    put_text("text", more, out);
    strbuf_puts(out, "}, \"help\": {");
    put_text("text", more, out);
    strbuf_printf(out, "},\n         \"defaultConfiguration\": {\"level\": \"%s\"}}",
                  level);
}

/* In the order of their numbers. */
static size_t rule_of_fault(fault_kind kind)
{
    return (size_t)kind - 1 - (kind > FAULT_WITNESS); /* the first kind is FAULT_NONE */
}

static size_t rule_of_error(void)
{
    return FAULT_KIND_COUNT - 2;
}

static size_t rule_of_warning(const sarif *s, const char *code)
{
    size_t i = 0;
    while (i < s->codes.len && strcmp(s->codes.data[i], code) != 0)
        i++;
    return rule_of_error() + 1 + i;
}

static void put_rules(const sarif *s, strbuf *out)
{
    for (int kind = FAULT_NONE + 1; kind < FAULT_KIND_COUNT; kind++) {
        if (!is_rule(kind))
            continue;
        put_rule(fault_word((fault_kind)kind), fault_title((fault_kind)kind),
                 help((fault_kind)kind), "error", out);
        strbuf_putc(out, ',');
    }
    put_rule(COMPILE_RULE, "error in the model", "The model is not correct P or IceT.",
             "error", out);
    vec_each (code, &s->codes) {
        strbuf_putc(out, ',');
        put_rule(*code, *code, "A warning about the model.", "warning", out);
    }
}

/* ---- Messages and places ---- */

/* SARIF takes {0} for a placeholder and [a](b) for a link; values of P look the same.
 */
static void put_message(sarif *s, const char *text, strbuf *out)
{
    strbuf_clear(&s->escaped);
    for (; *text != '\0'; text++) {
        strbuf_putc(&s->escaped, *text);
        if (*text == '{' || *text == '}')
            strbuf_putc(&s->escaped, *text);
        else if (text[0] == ']' && text[1] == '(')
            strbuf_putc(&s->escaped, ' ');
    }
    strbuf_puts(out, "\"message\": {");
    put_text("text", strbuf_text(&s->escaped), out);
    strbuf_putc(out, '}');
}

static void put_artifact(const path_map_file *f, strbuf *out)
{
    strbuf_puts(out, "\"uri\": \"");
    strbuf_puts(out, f->is_below ? "" : "file://");
    path_map_uri(f->path, out);
    strbuf_puts(out, f->is_below ? "\", \"uriBaseId\": \"SRCROOT\"" : "\"");
}

static void put_physical(const sarif *s, size_t file, uint32_t line, uint32_t column,
                         strbuf *out)
{
    strbuf_puts(out, "\"physicalLocation\": {\"artifactLocation\": {");
    put_artifact(&s->files.files[file], out);
    strbuf_printf(out,
                  ", \"index\": %zu}, \"region\": {\"startLine\": %u, "
                  "\"startColumn\": %u}}",
                  file, line, column);
}

static void put_place(const sarif *s, srcpos pos, strbuf *out)
{
    src_place p = sources_place(s->src, pos);
    put_physical(s, path_map_index(s->src, p.file), p.line, p.column, out);
}

/* ---- The trace ---- */

/* Writes the message for an action into S's text. */
static const char *name_line(sarif *s, const story_step *d, size_t number,
                             const story_line *line)
{
    strbuf_clear(&s->text);
    strbuf_printf(&s->text, "step %zu, %s: %s", number, d->title, line->text);
    return strbuf_text(&s->text);
}

static void put_flow_location(sarif *s, srcpos pos, const char *text, size_t level,
                              size_t order, strbuf *out)
{
    strbuf_puts(out, order > 1 ? ",\n          {\"location\": {"
                               : "\n          {\"location\": {");
    put_place(s, pos, out);
    strbuf_puts(out, ", ");
    put_message(s, text, out);
    strbuf_printf(out, "}, \"nestingLevel\": %zu, \"executionOrder\": %zu}", level,
                  order);
}

/* Every action with a position, and the failure.  The first action of a step stands for
 * the step; the others are nested in it. */
static void put_flow(sarif *s, const result *r, srcpos end, strbuf *out)
{
    size_t count = 0;
    strbuf_puts(out, ",\n        \"codeFlows\": [{\"threadFlows\": [{\"locations\": [");
    for (size_t i = 0; i < r->story.steps.len; i++) {
        size_t level = 0;
        vec_each (line, &r->story.steps.data[i].lines) {
            if (line->pos == SRC_NONE)
                continue;
            put_flow_location(s, line->pos,
                              name_line(s, &r->story.steps.data[i], i, line), level,
                              ++count, out);
            level = 1;
        }
    }
    strbuf_clear(&s->text);
    text_failure(r, &s->text);
    put_flow_location(s, end, strbuf_text(&s->text), 0, ++count, out);
    strbuf_puts(out, "]}]}]");
}

typedef VEC(srcpos) place_list;

static bool is_new_place(place_list *seen, srcpos pos)
{
    vec_each (old, seen)
        if (*old == pos)
            return false;
    if (pos != SRC_NONE)
        vec_push(seen, pos);
    return pos != SRC_NONE;
}

static void put_related(sarif *s, srcpos pos, const char *text, size_t id, strbuf *out)
{
    strbuf_printf(out, "%s\n          {\"id\": %zu, ", id > 1 ? "," : "", id);
    put_place(s, pos, out);
    strbuf_puts(out, ", ");
    put_message(s, text, out);
    strbuf_putc(out, '}');
}

/* The positions of the trace, each once, with what happened there first. */
static void put_trace(sarif *s, const result *r, strbuf *out)
{
    place_list seen = {0};
    strbuf_puts(out, ",\n        \"relatedLocations\": [");
    for (size_t i = 0; i < r->story.steps.len; i++)
        vec_each (line, &r->story.steps.data[i].lines)
            if (is_new_place(&seen, line->pos))
                put_related(s, line->pos,
                            name_line(s, &r->story.steps.data[i], i, line), seen.len,
                            out);
    strbuf_putc(out, ']');
    vec_free(&seen);
}

/* ---- A violation ---- */

/* A failure without a position is located at the test. */
static srcpos place_of(const sarif *s, const result *r)
{
    if (r->verdict.fault.pos != SRC_NONE)
        return r->verdict.fault.pos;
    return r->pos != SRC_NONE ? r->pos : s->src->files.data[0].base;
}

/* Client(1.2) is a Client. */
static void put_machine(const char *name, strbuf *out)
{
    size_t len = strcspn(name, "(");
    strbuf_json(out, name, len);
}

static void put_logical(const result *r, strbuf *out)
{
    if (r->machine == NULL)
        return;
    strbuf_puts(out, ", \"logicalLocations\": [{\"name\": ");
    put_machine(r->machine, out);
    strbuf_puts(out, ", \"kind\": \"type\"}");
    if (r->state != NULL) {
        strbuf_puts(out, ", {");
        put_text("name", r->state, out);
        strbuf_printf(out,
                      ", \"fullyQualifiedName\": \"%.*s.%s\", \"kind\": \"member\"}",
                      (int)strcspn(r->machine, "("), r->machine, r->state);
    }
    strbuf_putc(out, ']');
}

/* The fingerprint depends on the text of the line, the test and the kind of failure,
 * but not on other lines or the schedule. */
static uint64_t fingerprint(const sarif *s, const result *r)
{
    src_place p = sources_place(s->src, place_of(s, r));
    const char *line = p.line_text;
    size_t len = p.line_len;
    for (; len > 0 && (*line == ' ' || *line == '\t'); len--)
        line++;
    const char *words[] = {fault_word(r->verdict.fault.kind), r->name,
                           r->state != NULL ? r->state : "",
                           s->files.files[path_map_index(s->src, p.file)].path};
    uint64_t hash = hash_bytes(line, len);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = hash_u64(hash + hash_bytes(words[i], strlen(words[i])));
    return hash;
}

static void put_violation(sarif *s, const result *r, strbuf *out)
{
    srcpos pos = place_of(s, r);
    strbuf_clear(&s->text);
    strbuf_printf(&s->text, "%s: ", r->name);
    text_failure(r, &s->text);
    strbuf_printf(out, "\n      {\"ruleId\": \"%s\", \"ruleIndex\": %zu, ",
                  fault_word(r->verdict.fault.kind),
                  rule_of_fault(r->verdict.fault.kind));
    strbuf_puts(out, "\"level\": \"error\",\n        ");
    put_message(s, strbuf_text(&s->text), out);
    strbuf_puts(out, ",\n        \"locations\": [{");
    put_place(s, pos, out);
    put_logical(r, out);
    strbuf_puts(out, "}]");
    put_trace(s, r, out);
    put_flow(s, r, pos, out);
    strbuf_printf(out,
                  ",\n        \"partialFingerprints\": {\"synod/v1\": \"%016llx\"}",
                  (unsigned long long)fingerprint(s, r));
    strbuf_puts(out, ",\n        \"properties\": {");
    put_text("test", r->name, out);
    strbuf_puts(out, ", ");
    put_text("command", r->command != NULL ? r->command : "", out);
    strbuf_puts(out, "}}");
}

/* ---- Results and notifications ---- */

/* A result was appended after the notifications, and belongs before them. */
static void end_result(sarif *s, size_t from, strbuf *out)
{
    strbuf_move_tail(out, from, s->notes_at);
    s->notes_at += out->len - from;
    s->results++;
}

static void put_note(sarif *s, const result *r, strbuf *out)
{
    bool is_refused = r->verdict.kind == VERDICT_REFUSED;
    strbuf_printf(out, "%s\n        {\"descriptor\": {\"id\": \"%s\", \"index\": %d}, ",
                  s->notes++ > 0 ? "," : "", is_refused ? "refused" : "unknown",
                  is_refused);
    strbuf_printf(out, "\"level\": \"%s\", ", is_refused ? "error" : "warning");
    strbuf_clear(&s->text);
    strbuf_printf(&s->text, "%s: ", r->name);
    text_verdict(s->src, r, &s->text);
    put_message(s, strbuf_text(&s->text), out);
    if (r->pos != SRC_NONE) {
        strbuf_puts(out, ", \"locations\": [{");
        put_place(s, r->pos, out);
        strbuf_puts(out, "}]");
    }
    strbuf_putc(out, '}');
}

void sarif_result(sarif *s, const result *r, strbuf *out)
{
    size_t from = out->len;
    s->counts[r->verdict.kind]++;
    if (r->verdict.kind == VERDICT_VIOLATED) {
        strbuf_puts(out, s->results > 0 ? "," : "");
        put_violation(s, r, out);
        end_result(s, from, out);
    } else if (r->verdict.kind == VERDICT_UNKNOWN ||
               r->verdict.kind == VERDICT_REFUSED) {
        put_note(s, r, out);
    }
}

static bool has_place(const sarif *s, const diag_item *item)
{
    return item->pos != SRC_NONE && s->src->files.len > 0;
}

static void put_details(sarif *s, const diag_item *item, strbuf *out)
{
    size_t count = 0;
    for (const diag_item *d = item->details; d != NULL; d = d->next) {
        if (!has_place(s, d))
            continue;
        strbuf_printf(out, "%s{\"id\": %zu, ",
                      count > 0 ? ", " : ",\n        \"relatedLocations\": [",
                      count + 1);
        put_place(s, d->pos, out);
        strbuf_puts(out, ", ");
        put_message(s, d->text, out);
        strbuf_putc(out, '}');
        count++;
    }
    strbuf_puts(out, count > 0 ? "]" : "");
}

static void put_diag(sarif *s, const diag_item *item, strbuf *out)
{
    const char *code = item->code != NULL ? item->code : COMPILE_RULE;
    size_t rule = item->code != NULL ? rule_of_warning(s, code) : rule_of_error();
    if (rule == rule_of_error() + 1 + s->codes.len)
        vec_push(&s->codes, arena_strndup(&s->files.memory, code, strlen(code)));
    strbuf_printf(out, "%s\n      {\"ruleId\": \"%s\", \"ruleIndex\": %zu, ",
                  s->results > 0 ? "," : "", code, rule);
    strbuf_printf(out, "\"level\": \"%s\",\n        ",
                  item->severity == DIAG_ERROR ? "error" : "warning");
    put_message(s, item->text, out);
    strbuf_puts(out, ",\n        \"locations\": [{");
    if (has_place(s, item)) {
        put_place(s, item->pos, out);
    } else {
        path_map_file f =
            path_map_find(&s->files, item->path != NULL ? item->path : ".");
        strbuf_puts(out, "\"physicalLocation\": {\"artifactLocation\": {");
        put_artifact(&f, out);
        strbuf_puts(out, "}}");
    }
    strbuf_puts(out, "}]");
    put_details(s, item, out);
    strbuf_putc(out, '}');
}

void sarif_message(sarif *s, const diag_item *item, strbuf *out)
{
    size_t from = out->len;
    put_diag(s, item, out);
    end_result(s, from, out);
}

/* ---- The document ---- */

static void put_artifacts(const sarif *s, strbuf *out)
{
    for (size_t i = 0; i < s->files.count; i++) {
        strbuf_puts(out,
                    i > 0 ? ",\n      {\"location\": {" : "\n      {\"location\": {");
        put_artifact(&s->files.files[i], out);
        strbuf_printf(out, "}, \"length\": %u, \"encoding\": \"UTF-8\"}",
                      s->src->files.data[i].len);
    }
}

void sarif_begin(sarif *s, sources *src, strbuf *out)
{
    *s = (sarif){.src = src};
    path_map_init(&s->files, src);
    strbuf_reserve(&s->text, ROOM);
    strbuf_reserve(&s->escaped, (size_t)2 * ROOM);
    strbuf_puts(out, "{\n  \"$schema\": "
                     "\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                     "  \"version\": \"2.1.0\",\n  \"runs\": [{\n"
                     "    \"columnKind\": \"unicodeCodePoints\",\n"
                     "    \"originalUriBaseIds\": {\"SRCROOT\": {\"uri\": \"file://");
    path_map_uri(s->files.base, out);
    strbuf_puts(out, "/\"}},\n    \"artifacts\": [");
    put_artifacts(s, out);
    strbuf_puts(out, "],\n    \"results\": [");
    s->notes_at = out->len;
}

void sarif_fini(sarif *s)
{
    vec_free(&s->codes);
    strbuf_free(&s->text);
    strbuf_free(&s->escaped);
    path_map_fini(&s->files);
}

static void put_counts(const sarif *s, strbuf *out)
{
    const size_t *n = s->counts;
    strbuf_printf(out,
                  "\"properties\": {\"holds\": %zu, \"within\": %zu, \"violated\": "
                  "%zu, \"unknown\": %zu, "
                  "\"sampled\": %zu, \"covered\": %zu, \"refused\": %zu, "
                  "\"skipped\": %zu}",
                  n[VERDICT_EXHAUSTED] + n[VERDICT_PROVED], n[VERDICT_WITHIN],
                  n[VERDICT_VIOLATED], n[VERDICT_UNKNOWN], n[VERDICT_SAMPLED],
                  n[VERDICT_COVERED], n[VERDICT_REFUSED], n[VERDICT_SKIPPED]);
}

void sarif_end(sarif *s, int code, bool did_work, strbuf *out)
{
    size_t from = out->len;
    strbuf_printf(out,
                  "],\n    \"invocations\": [{\"executionSuccessful\": %s, "
                  "\"exitCode\": %d,\n      \"toolExecutionNotifications\": [",
                  did_work ? "true" : "false", code);
    strbuf_move_tail(out, from, s->notes_at);
    strbuf_puts(out,
                "]}],\n    \"tool\": {\"driver\": {\"name\": \"Synod\", \"version\": "
                "\"" SYNOD_VERSION "\",\n      \"rules\": [");
    put_rules(s, out);
    strbuf_puts(out, "],\n      \"notifications\": [");
    put_rule("unknown", "not decided",
             "A limit was reached before the test was decided, or there is no proof.",
             "warning", out);
    strbuf_putc(out, ',');
    put_rule("refused", "not begun", "The test cannot be checked with these options.",
             "error", out);
    strbuf_puts(out, "]}},\n    ");
    put_counts(s, out);
    strbuf_puts(out, "\n  }]\n}\n");
}
