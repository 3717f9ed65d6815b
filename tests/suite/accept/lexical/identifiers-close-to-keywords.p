// The longest match wins: words that only begin or end like a reserved word are names, and case matters.
machine Names {
  var _, __, _9, i1, Int, STATE, states, this_, iff, inner, tokens, onward, newest: int;
  var truex, nullable, halting, dos, asset, isle, formats, int_, anything, setup, mapper, sequel: int;
  var True, Null, Halt, _in, to2, startstate, elseif, donothing, mainly, testing, cases: int;
  start state Start {
    entry {
      _ = __ + _9 - i1;
      Int = STATE + states * this_;
      iff = inner; tokens = onward; newest = truex;
      if (nullable == halting) dos = asset; else isle = formats;
      int_ = anything; setup = mapper; sequel = True; Null = Halt;
      while (_in < to2) startstate = elseif;
      donothing = mainly + testing + cases;
    }
  }
}
