// `break` in a case leaves the loop, `continue` starts its next turn.
// verdict: violated: assertion @20 2 1
event eSkip;
event eItem;
event eStop;
machine Main {
  start state Only {
    entry {
      var turns: int;
      var items: int;
      send this, eSkip; send this, eItem; send this, eStop;
      while (true) {
        receive {
          case eSkip: { turns = turns + 1; continue; }
          case eItem: { turns = turns + 1; }
          case eStop: { break; }
        }
        items = items + 1;
      }
      assert false, format("{0} {1}", turns, items);
    }
  }
}
