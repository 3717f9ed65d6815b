/* story_private.h -- what the parts of a story share. */
#ifndef REPORT_STORY_PRIVATE_H
#define REPORT_STORY_PRIVATE_H

#include "report/story.h"

const char *story_keep(story *s, strbuf *b); /* frees B */

uint32_t story_machine_of(const story *s, machine_id machine);

/* ---- Messages (story_messages.c) ---- */

/* WHO goes on: what it sent last and held till now is under way. */
void story_messages_leave(story *s, size_t number, uint32_t who);

/* The message of step R arrives, or is lost. */
size_t story_messages_move(story *s, const core *c, const replay_step *r);

/* A note of the step sends a message, or handles one; which, or STORY_NEVER. */
size_t story_messages_note(story *s, const core *c, size_t number, const note *n);

/* After a step, what WHO has received and does not have any more was handled. */
void story_messages_settle(story *s, const core *c, size_t number, uint32_t who,
                           value local);

/* ---- Causes (story_causes.c) ---- */

/* The steps that step NUMBER, which is told but for this, directly follows from. */
void story_causes_add(story *s, const core *c, story_step *step, size_t number);

/* ---- Expressions (story_values.c) ---- */

/* Those of WHO that have another value after a step than before (null: WHO is new). */
void story_values_compare(story *s, story_step *step, uint32_t who, value before,
                          value after);

#endif
