// The lists of two cases must not overlap.
event eUp;
event eDown;
event eLeft;
event eRight;

machine Robot {
  var moves: int;
  start state Wait {
    entry {
      receive {
        case eUp, eDown: { moves = 1; }
        case eLeft, eRight, eDown: { moves = 2; }  //~ error: 'eDown' appears twice in this receive
      }
    }
  }
}
