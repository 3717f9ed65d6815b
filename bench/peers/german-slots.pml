/* German's cache coherence protocol with N caches, in its classical form: three one-place slots
 * between every cache and the home, and the home invalidates one cache at a time; see README.md.
 *
 * A cache may ask again as soon as the home has taken its last request out of the slot, even
 * before it is answered.
 *
 * One option of a loop = one atomic step, and a process never leaves the head of its loop.
 */
#ifndef N
#define N 4
#endif

mtype = { ask_shared, ask_exclusive, grant_shared, grant_exclusive, invalidate, ack };

#define INVALID 0
#define SHARED 1
#define EXCLUSIVE 2

chan ask[N] = [1] of { mtype };    /* cache -> home */
chan tell[N] = [1] of { mtype };   /* home -> cache */
chan reply[N] = [1] of { mtype };  /* cache -> home */

/* How many caches have a copy, and how many an exclusive one: a function of the caches' states, so
 * it adds no state. But it is global, and SPIN's reduction then finds no two steps independent;
 * with -DLOCAL only what a cache knows of itself is checked. */
#ifndef LOCAL
byte copies;
byte writers;
#define CHECK(condition) assert(condition)
#define COUNT(now, writing) copies = copies + (now) - (state != INVALID); \
  writers = writers + (writing) - (state == EXCLUSIVE)
#else
#define CHECK(condition) skip
#define COUNT(now, writing) skip
#endif

/* Comes first, so that the caches are the processes 0 to N-1. */
active [N] proctype cache()
{
  byte state = INVALID;
  chan request = ask[_pid];
  chan in = tell[_pid];
  chan out = reply[_pid];
  xs request;
  xr in;
  xs out;

end:
  do
  :: d_step { state == INVALID && nfull(request) -> request!ask_shared }
  :: d_step { state != EXCLUSIVE && nfull(request) -> request!ask_exclusive }
  :: d_step {
       in?grant_shared ->
       CHECK(writers == 0);
       COUNT(1, 0);
       state = SHARED
     }
  :: d_step {
       in?grant_exclusive ->
       CHECK(copies == 0);
       COUNT(1, 1);
       state = EXCLUSIVE
     }
  :: d_step {
       in?invalidate ->
       assert(state != INVALID);
       COUNT(0, 0);
       state = INVALID;
       out!ack
     }
  od
}

#define BIT(k) (1 << (k))

#define SERVE(k)                                                                   \
  :: d_step {                                                                      \
       command == 0 && nempty(ask[k]) ->                                           \
       ask[k]?command;                                                             \
       requester = k + 1;                                                          \
       if                                                                          \
       :: command == ask_exclusive || exclusive -> pending = sharers               \
       :: else                                                                     \
       fi                                                                          \
     }                                                                             \
  :: d_step {                                                                      \
       (pending & BIT(k)) && nfull(tell[k]) ->                                     \
       pending = pending & ~BIT(k);                                                \
       tell[k]!invalidate                                                          \
     }                                                                             \
  :: d_step {                                                                      \
       command != 0 && nempty(reply[k]) ->                                         \
       reply[k]?ack;                                                               \
       sharers = sharers & ~BIT(k);                                                \
       exclusive = false                                                           \
     }                                                                             \
  :: d_step {                                                                      \
       requester == k + 1 && command == ask_shared && !exclusive && nfull(tell[k]) -> \
       sharers = sharers | BIT(k);                                                 \
       command = 0;                                                                \
       requester = 0;                                                              \
       tell[k]!grant_shared                                                        \
     }                                                                             \
  :: d_step {                                                                      \
       requester == k + 1 && command == ask_exclusive && sharers == 0 && nfull(tell[k]) -> \
       sharers = BIT(k);                                                           \
       exclusive = true;                                                           \
       command = 0;                                                                \
       requester = 0;                                                              \
       tell[k]!grant_exclusive                                                     \
     }

active proctype home()
{
  mtype command;    /* what is being served, or 0 */
  byte requester;   /* for whom, plus 1 */
  byte sharers;     /* who has a copy, as far as the home knows */
  byte pending;     /* whom it still has to invalidate */
  bool exclusive;   /* the only sharer may write */

end:
  do
  SERVE(0)
#if N > 1
  SERVE(1)
#endif
#if N > 2
  SERVE(2)
#endif
#if N > 3
  SERVE(3)
#endif
#if N > 4
  SERVE(4)
#endif
#if N > 5
  SERVE(5)
#endif
#if N > 6
  SERVE(6)
#endif
  od
}
