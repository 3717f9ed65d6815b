/* describe.h -- transitions, and what happens in them, in words.
 *
 * Reports, the stepper and traces use these words and no others, so one event reads the
 * same everywhere.  Words for programs (describe_transition_kind,
 * describe_note_kind) are part of
 * the JSON format: trace_file.c reads the former back, so they must not change.
 */
#ifndef REPORT_DESCRIBE_H
#define REPORT_DESCRIBE_H

#include "evidence/replay.h"

const char *describe_transition_kind(
    transition_kind kind); /* for programs: deliver, act, ... */
bool describe_transition_kind_of(const char *word, transition_kind *kind);
const char *describe_status(process_status at);

/* eEvent(payload) */
void describe_event(const core *c, uint32_t event, value payload, strbuf *b);

/* A(1) -> B(1.2) eEvent(payload) */
void describe_message(const core *c, uint32_t sender, value message, strbuf *b);

/* One line that says what a step does.  If the step was not made, only its transition,
 * message and the state before it are needed. */
void describe_title(const core *c, const replay_step *s, strbuf *b);

/* The machine that the title is about; MACHINE_NONE: none. */
uint32_t describe_subject(const core *c, const replay_step *s);

/* Does the step deliver a message that its sender held, and then run the sender on?
 * Then two machines take part. */
bool describe_is_arrival(const core *c, const replay_step *s);

const char *describe_note_kind(note_kind kind); /* for programs: send, enter, ... */
/* True: it is only a part of what another note says. */
bool describe_is_part(const note *n);

void describe_note(const core *c, const note *n, strbuf *b);

#endif
