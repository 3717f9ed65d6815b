#include "core/trace_builder.h"

void trace_builder_init(trace_builder *b, core *c, trace *made)
{
    assert(made->steps.len == 0);
    *b = (trace_builder){.c = c, .made = made};
}

void trace_builder_fini(trace_builder *b)
{
    if (b->play.c != NULL)
        player_fini(&b->play);
    vec_each (feed, &b->feeds)
        vec_free(&feed->choices);
    vec_free(&b->feeds);
}

/* The script reads the feeds, which may have moved. */
static void connect_feeds(trace_builder *b)
{
    b->play.script.feeds = b->feeds.data;
    b->play.script.feed_count = (uint32_t)b->feeds.len;
}

void trace_builder_add_choice(trace_builder *b, machine_id id, uint32_t choice)
{
    while (b->feeds.len <= id)
        vec_push(&b->feeds, (script_feed){0});
    vec_push(&b->feeds.data[id].choices, choice);
    connect_feeds(b);
}

static bool notify(trace_builder *b)
{
    return b->on_step == NULL || b->on_step(b->context);
}

bool trace_builder_make(trace_builder *b, transition m)
{
    assert(!b->has_failed);
    if (!player_can(&b->play, m))
        return false;
    play_answer answer = player_make(&b->play, m, NULL, 0);
    b->is_pruned = answer == PLAY_NONE;
    if (b->is_pruned)
        return false;
    trace_add(b->made, b->c, m, b->play.result.choices);
    b->has_failed = answer == PLAY_FAILED;
    if (!b->has_failed)
        player_go(&b->play);
    return notify(b);
}

bool trace_builder_start_new(trace_builder *b)
{
    transition first;
    while (!b->has_failed && player_must(&b->play, &first))
        if (!trace_builder_make(b, first))
            return false;
    return true;
}

bool trace_builder_advance(trace_builder *b, transition m)
{
    return trace_builder_make(b, m) && trace_builder_start_new(b);
}

bool trace_builder_begin(trace_builder *b)
{
    assert(b->play.c == NULL);
    player_init(&b->play, b->c);
    connect_feeds(b);
    if (player_begin(&b->play) != PLAY_MADE)
        return false;
    player_go(&b->play);
    return notify(b) && trace_builder_start_new(b);
}
