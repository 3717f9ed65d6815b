// 'choose' takes no bool.
machine Gambler {
  var win: bool;
  start state Idle {
    entry {
      win = choose();
      win = choose(true);  //~ error: choose needs an int, seq, set or map
    }
  }
}
