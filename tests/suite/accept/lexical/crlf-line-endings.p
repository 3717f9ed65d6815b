// Lines may end in CR LF, after a line comment too.
event ePing: int; // a comment before CR LF
machine Pinger {
  start state Run {
    on ePing do (n: int) {
      if (n > 0) // count down
        send this, ePing, n - 1;
    }
  }
}
