/* engine_id.h -- the engines of engines.def by number. registry.h holds their
 * features. */
#ifndef ENGINE_ENGINE_ID_H
#define ENGINE_ENGINE_ID_H

typedef enum engine_id {
    ENGINE_NONE,
#define ENGINE(id, name, run, applies, takes, reads, help) ENGINE_##id,
#include "engine/engines.def"
#undef ENGINE
    ENGINE_COUNT
} engine_id;

#endif
