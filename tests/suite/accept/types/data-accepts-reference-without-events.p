// A reference type whose receive set is empty counts as data.
event ePing;
interface Sealed() receives;
machine Deaf receives; sends ePing; { start state Run { } }
machine Keeper {
  var fact: data;
  var facts: seq[data];
  start state Run {
    entry {
      var deaf: Deaf; var box: Sealed;
      deaf = new Deaf();
      fact = deaf;
      fact = new Sealed();
      fact = (1, deaf);
      facts += (0, box);
      box = deaf;
      facts = default(seq[Deaf]);
    }
  }
}
