/* story_private.h -- shared by the story_*.c files. */
#ifndef REPORT_STORY_PRIVATE_H
#define REPORT_STORY_PRIVATE_H

#include "report/story.h"

const char *story_keep(story *s, strbuf *b); /* frees B */

uint32_t story_machine_of(const story *s, machine_id machine);

/* ---- Messages (story_messages.c) ---- */

/* WHO continues: the message that it sent last, and held until now, is in transit. */
void story_messages_leave(story *s, size_t number, uint32_t who);

/* The message of step R arrives, or is lost. Returns its index. */
size_t story_messages_fire(story *s, const core *c, const replay_step *r);

/* The message that note N of step NUMBER sends or handles, or STORY_NEVER. */
size_t story_messages_note(story *s, const core *c, size_t number, const note *n);

/* After a step: messages that WHO had received and that are not in its inbox any more
 * were handled. */
void story_messages_settle(story *s, const core *c, size_t number, uint32_t who,
                           value local);

/* ---- Causes (story_causes.c) ---- */

/* Adds the direct causes of step NUMBER; everything else in STEP is filled in already.
 */
void story_causes_add(story *s, const core *c, story_step *step, size_t number);

/* ---- How the run ends (story_end.c) ---- */

/* Notes which spec is hot at the end of the run or in its loop, and what it waits for.
 */
void story_end_await(story *s, const core *c, const replay_result *end, size_t loop);

/* ---- Expressions (story_values.c) ---- */

/* Adds the expressions of WHO whose value a step has changed.  BEFORE is null if WHO is
 * new. */
void story_values_compare(story *s, story_step *step, uint32_t who, value before,
                          value after);

#endif
