/* German's cache coherence protocol with N caches as machines that exchange messages; the same
 * protocol as german-messages.p, see README.md.
 *
 * A processor wants something of its cache, again and again, and waits until it is served. A cache
 * asks the home and waits for the grant. The home invalidates all that stand in the way at once, and
 * grants in the step that receives the last acknowledgement. Links are FIFO; a home that is collecting
 * acknowledgements leaves requests where they are.
 *
 * One option of a loop = one atomic step, and a process never leaves the head of its loop.
 */
#ifndef N
#define N 4
#endif

mtype = { ask_shared, ask_exclusive, grant_shared, grant_exclusive, invalidate };

#define INVALID 0
#define WAIT_SHARED 1
#define SHARED 2
#define WAIT_EXCLUSIVE 3
#define UPGRADING 4
#define EXCLUSIVE 5

chan want[N] = [1] of { bit };    /* processor -> cache */
chan served[N] = [1] of { bit };  /* cache -> processor */
chan ask[N] = [1] of { mtype };   /* cache -> home */
chan reply[N] = [1] of { bit };   /* cache -> home: an acknowledgement */
chan tell[N] = [2] of { mtype };  /* home -> cache */

/* Who has a copy: as in german.pml. */
#ifndef LOCAL
byte copies;
byte writers;
#define HAS_COPY (state == SHARED || state == UPGRADING || state == EXCLUSIVE)
#define CHECK(condition) assert(condition)
#define COUNT(now, writing) copies = copies + (now) - HAS_COPY; \
  writers = writers + (writing) - (state == EXCLUSIVE)
#else
#define CHECK(condition) skip
#define COUNT(now, writing) skip
#endif

/* Comes first, so that the caches are the processes 0 to N-1. */
active [N] proctype cache()
{
  byte state = INVALID;
  chan wanted = want[_pid];
  chan done = served[_pid];
  chan request = ask[_pid];
  chan out = reply[_pid];
  chan in = tell[_pid];
  xr wanted;
  xs done;
  xs request;
  xs out;
  xr in;

end:
  do
  :: d_step { state == INVALID && nempty(wanted) -> wanted?1; state = WAIT_SHARED; request!ask_shared }
  :: d_step { state == INVALID && nempty(wanted) -> wanted?1; state = WAIT_EXCLUSIVE; request!ask_exclusive }
  :: d_step { state == SHARED && nempty(wanted) -> wanted?1; state = UPGRADING; request!ask_exclusive }
  :: d_step {
       in?grant_shared ->
       assert(state == WAIT_SHARED);
       CHECK(writers == 0);
       COUNT(1, 0);
       state = SHARED;
       done!1
     }
  :: d_step {
       in?grant_exclusive ->
       assert(state == WAIT_EXCLUSIVE || state == UPGRADING);
       CHECK(copies == (state == UPGRADING));
       COUNT(1, 1);
       state = EXCLUSIVE;
       done!1
     }
  :: d_step {
       in?invalidate ->
       assert(state == SHARED || state == UPGRADING || state == EXCLUSIVE);
       COUNT(0, 0);
       if
       :: state == UPGRADING -> state = WAIT_EXCLUSIVE
       :: else -> state = INVALID
       fi;
       out!1
     }
  od
}

active [N] proctype processor()
{
  bool started;
  chan out = want[_pid % N];
  chan in = served[_pid % N];
  xs out;
  xr in;

end:
  do
  :: d_step { !started -> started = true; out!1 }
  :: d_step { in?1 -> out!1 }
  od
}

#define BIT(k) (1 << (k))

#define GRANT                                                                      \
  if                                                                               \
  :: exclusive ->                                                                  \
     assert(owner == 0 && (sharers & ~BIT(requester - 1)) == 0);                   \
     sharers = 0;                                                                  \
     owner = requester;                                                            \
     tell[requester - 1]!grant_exclusive                                           \
  :: else ->                                                                       \
     assert(owner == 0);                                                           \
     sharers = sharers | BIT(requester - 1);                                       \
     tell[requester - 1]!grant_shared                                              \
  fi;                                                                              \
  requester = 0;                                                                   \
  exclusive = false

#define SERVE(k)                                                                   \
  :: d_step {                                                                      \
       requester == 0 && nempty(ask[k]) ->                                         \
       ask[k]?m;                                                                   \
       requester = k + 1;                                                          \
       exclusive = (m == ask_exclusive);                                           \
       m = 0;                                                                      \
       if                                                                          \
       :: owner != 0 -> awaited = BIT(owner - 1)                                   \
       :: else                                                                     \
       fi;                                                                         \
       if                                                                          \
       :: exclusive -> awaited = awaited | (sharers & ~BIT(k))                     \
       :: else                                                                     \
       fi;                                                                         \
       if                                                                          \
       :: awaited == 0 -> GRANT                                                    \
       :: else ->                                                                  \
          do                                                                       \
          :: i < N ->                                                              \
             if                                                                    \
             :: awaited & BIT(i) -> tell[i]!invalidate                             \
             :: else                                                               \
             fi;                                                                   \
             i++                                                                   \
          :: else -> break                                                         \
          od;                                                                      \
          i = 0                                                                    \
       fi                                                                          \
     }                                                                             \
  :: d_step {                                                                      \
       reply[k]?1 ->                                                               \
       assert(awaited & BIT(k));                                                   \
       awaited = awaited & ~BIT(k);                                                \
       sharers = sharers & ~BIT(k);                                                \
       if                                                                          \
       :: owner == k + 1 -> owner = 0                                              \
       :: else                                                                     \
       fi;                                                                         \
       if                                                                          \
       :: awaited == 0 -> GRANT                                                    \
       :: else                                                                     \
       fi                                                                          \
     }

active proctype home()
{
  byte requester;   /* the cache being served, plus 1; 0: idle */
  bool exclusive;   /* what it asked for */
  byte owner;       /* the cache with the exclusive copy, plus 1 */
  byte sharers;     /* the caches with a shared copy */
  byte awaited;     /* the caches whose acknowledgement is missing */
  byte i;
  mtype m;

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
