// 'break' and 'continue' in a receive case inside a loop, and in a loop inside a receive case.
event eTick;
event eSkip;
event eStop;
machine Ticker {
  start state Run {
    entry {
      var ticks, i: int;
      while (ticks < 10) {
        receive {
          case eTick: { ticks = ticks + 1; continue; }
          case eSkip: {
            while (i < 3) { i = i + 1; if (i == 2) break; }
            while (i > 0) { i = i - 1; if (i == 1) continue; }
          }
          case eStop: { break; }
        }
      }
    }
  }
}
