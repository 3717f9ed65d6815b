/* describe.h -- what happens in a step of a trace, in words. */
#ifndef REPORT_DESCRIBE_H
#define REPORT_DESCRIBE_H

#include "core/replay.h"

typedef struct described_line {
    const char *kind; /* for programs: send, enter, change, ... */
    const char *text; /* for people */
    srcpos pos;       /* or SRC_NONE */
} described_line;

/* A step: what it is, and what its machine and the monitors do in it. */
typedef struct described_step {
    arena memory;
    const char *title;
    VEC(described_line) lines;
} described_step;

void describe_init(described_step *d);
void describe_fini(described_step *d);

void describe_step(const core *c, const replay_step *s, described_step *d);

const char *describe_move(move_kind kind); /* for programs: deliver, act, ... */
bool describe_move_of(const char *word, move_kind *kind);

#endif
