// The receives and sends clauses may repeat, in any order, and accumulate.
event eAsk: machine;
event eAnswer: int;
event eStop;
interface Oracle() receives eAsk, eStop, halt;

machine Sage receives eAsk; sends; receives eStop, halt; sends eAnswer; receives; sends halt; {
  start state Ready {
    on eAsk do (who: machine) { send who, eAnswer, 42; }
    on eStop do { send this, halt; }
  }
}

machine Pupil {
  start state Learn {
    entry {
      var sage: Oracle;
      sage = new Oracle();
      send sage, eAsk, this;
    }
    on eAnswer do (n: int) { }
  }
}

test tcAsk [main=Pupil]: { Pupil, Sage -> Oracle };
