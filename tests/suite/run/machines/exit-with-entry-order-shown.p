// The message of the failing assertion shows in which order the functions of a transition ran.
// verdict: violated: assertion @14 exit,with40,entry40
event eShip: int;
machine Main {
  var steps: string;
  start state Packing {
    entry { send this, eShip, 40; }
    exit { steps = steps + "exit,"; }
    on eShip goto Shipped with (weight: int) { steps = steps + format("with{0},", weight); }
  }
  state Shipped {
    entry (weight: int) {
      steps = steps + format("entry{0}", weight);
      assert steps == "", steps;
    }
  }
}
