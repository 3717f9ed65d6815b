/* German's cache coherence protocol with N caches; see README.md.
 *
 * The home serves one request at a time: it invalidates all that stand in the way at once, and
 * grants in the step that receives the last acknowledgement. Requests that come meanwhile wait in the
 * order of their arrival. A cache decides in the step that gets a copy, or gives one up, whether it
 * asks for more. Links are FIFO, one each way for every cache.
 *
 * One option = one atomic step: a process rests only at the head of a selection.
 */
#ifndef N
#define N 5
#endif

mtype = { grant_shared, grant_exclusive, invalidate, ask_shared, ask_exclusive, ack };

chan down[N] = [2] of { mtype };    /* home -> cache */
chan up[N] = [3] of { mtype };      /* cache -> home */
chan deferred = [N] of { byte };    /* of the home: the cache, plus N if it asks for the exclusive copy */

/* What a cache does not expect where it is. */
#define NEVER(message) :: d_step { in?message -> assert(false) }

/* Comes first, so that the caches are the processes 0 to N-1. Its state is its place, for SPIN's
 * reduction does not see through a variable. */
active [N] proctype cache()
{
  chan in = down[_pid];
  chan out = up[_pid];
  xr in;
  xs out;

end_asleep:
  if
  :: in?grant_shared -> goto end_shared
  :: d_step { in?grant_shared -> out!ask_exclusive } -> goto end_upgrading
  NEVER(grant_exclusive)
  NEVER(invalidate)
  fi;

end_wait_shared:
  if
  :: in?grant_shared -> goto end_shared
  :: d_step { in?grant_shared -> out!ask_exclusive } -> goto end_upgrading
  NEVER(grant_exclusive)
  NEVER(invalidate)
  fi;

end_shared:
  if
  :: d_step { in?invalidate -> out!ack; out!ask_shared } -> goto end_wait_shared
  :: d_step { in?invalidate -> out!ack; out!ask_exclusive } -> goto end_wait_exclusive
  NEVER(grant_shared)
  NEVER(grant_exclusive)
  fi;

end_upgrading:
  if
  :: in?grant_exclusive -> goto end_exclusive
  :: d_step { in?invalidate -> out!ack } -> goto end_wait_exclusive
  NEVER(grant_shared)
  fi;

end_wait_exclusive:
  if
  :: in?grant_exclusive -> goto end_exclusive
  NEVER(grant_shared)
  NEVER(invalidate)
  fi;

end_exclusive:
  if
  :: d_step { in?invalidate -> out!ack; out!ask_shared } -> goto end_wait_shared
  :: d_step { in?invalidate -> out!ack; out!ask_exclusive } -> goto end_wait_exclusive
  NEVER(grant_shared)
  NEVER(grant_exclusive)
  fi
}

#define BIT(k) (1 << (k))

#define GRANT                                                                      \
  assert(owner == 0);                                                              \
  if                                                                               \
  :: exclusive ->                                                                  \
     assert((sharers & ~BIT(requester - 1)) == 0);                                 \
     sharers = 0;                                                                  \
     owner = requester;                                                            \
     exclusive = false;                                                            \
     down[requester - 1]!grant_exclusive                                           \
  :: else ->                                                                       \
     sharers = sharers | BIT(requester - 1);                                       \
     down[requester - 1]!grant_shared                                              \
  fi;                                                                              \
  requester = 0

#define INVALIDATE_AWAITED                                                         \
  do                                                                               \
  :: i < N ->                                                                      \
     if                                                                            \
     :: awaited & BIT(i) -> down[i]!invalidate                                     \
     :: else                                                                       \
     fi;                                                                           \
     i++                                                                           \
  :: else -> break                                                                 \
  od;                                                                              \
  i = 0

/* Serves what is deferred, until one request has to wait for acknowledgements. */
#define SERVE_DEFERRED                                                             \
  do                                                                               \
  :: requester == 0 && len(deferred) > 0 ->                                        \
     deferred?i;                                                                   \
     requester = 1 + i % N;                                                        \
     exclusive = i >= N;                                                           \
     i = 0;                                                                        \
     if                                                                            \
     :: owner != 0 -> awaited = BIT(owner - 1)                                     \
     :: else                                                                       \
     fi;                                                                           \
     if                                                                            \
     :: exclusive -> awaited = awaited | (sharers & ~BIT(requester - 1))           \
     :: else                                                                       \
     fi;                                                                           \
     if                                                                            \
     :: awaited == 0 -> GRANT                                                      \
     :: else -> INVALIDATE_AWAITED                                                 \
     fi                                                                            \
  :: else -> break                                                                 \
  od

/* A message of cache k. */
#define RECEIVE(k)                                                                 \
  :: d_step {                                                                      \
       up[k]?m ->                                                                  \
       if                                                                          \
       :: m == ask_shared -> deferred!k                                            \
       :: m == ask_exclusive -> deferred!(k + N)                                   \
       :: m == ack ->                                                              \
          assert(awaited & BIT(k));                                                \
          awaited = awaited & ~BIT(k);                                             \
          sharers = sharers & ~BIT(k);                                             \
          if                                                                       \
          :: owner == k + 1 -> owner = 0                                           \
          :: else                                                                  \
          fi;                                                                      \
          if                                                                       \
          :: awaited == 0 -> GRANT                                                 \
          :: else                                                                  \
          fi                                                                       \
       fi;                                                                         \
       SERVE_DEFERRED;                                                             \
       m = 0                                                                       \
     }

active proctype home()
{
  bool started;
  byte requester;   /* the cache being served, plus 1; 0: idle */
  bool exclusive;   /* what it asked for */
  byte owner;       /* the cache with the exclusive copy, plus 1 */
  byte sharers;     /* the caches with a shared copy */
  byte awaited;     /* the caches whose acknowledgement is missing */
  byte i;
  mtype m;

end:
  do
  :: d_step {
       !started ->
       started = true;
       sharers = BIT(N) - 1;
       do :: i < N -> down[i]!grant_shared; i++ :: else -> break od;
       i = 0
     }
  RECEIVE(0)
#if N > 1
  RECEIVE(1)
#endif
#if N > 2
  RECEIVE(2)
#endif
#if N > 3
  RECEIVE(3)
#endif
#if N > 4
  RECEIVE(4)
#endif
#if N > 5
  RECEIVE(5)
#endif
#if N > 6
  RECEIVE(6)
#endif
  od
}
