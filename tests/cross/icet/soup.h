/* soup.h -- small random IceT programs without a plan: few are right, and those that
 * nearly are have odd shapes.
 */
#ifndef CROSS_ICET_SOUP_H
#define CROSS_ICET_SOUP_H

#include "base/strbuf.h"

#include <stdint.h>

void soup(uint64_t seed, strbuf *out);

#endif
