// Three bad operands; an unknown one is reported only as unknown.
machine Gambler {
  var n: int;
  start state Idle {
    entry {
      n = choose(n == 3) + 1;  //~ error: choose needs an int, seq, set or map
      n = choose(20000) * 2;  //~ error: choose is limited to 10000
      n = choose(dice);  //~ error: no variable named 'dice'
    }
  }
}
