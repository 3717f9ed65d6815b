// '==' needs types assignable in one direction only.
event ePing;
enum tColor { RED, BLUE }
machine Peer { start state Run { ignore ePing; } }
machine Matcher {
  var box: any; var fact: data; var who: machine; var peer: Peer; var color: tColor;
  var numbers: seq[int]; var things: seq[any]; var pair: (int, string); var loose: (any, any);
  start state Run {
    entry {
      var same: bool;
      same = box == 1 && 1 != box && box == RED && box == pair && this == box && box == fact;
      same = fact == 3 || "x" == fact || fact == pair || fact != numbers || fact == ePing;
      same = who == peer && peer == who && who == this && peer == new Peer();
      same = color == RED && BLUE != color;
      same = numbers == things && things == numbers && numbers == default(seq[int]);
      same = pair == loose && loose != (1, true) && pair == (1, "x");
      same = (id = 1, tag = box) == (id = 2, tag = "x");
      same = true == false && 1.5 == .5 && "a" == "b" && ePing == halt;
      same = default(set[int]) == default(set[any]);
      same = default(map[int, Peer]) == default(map[any, machine]);
    }
  }
}
