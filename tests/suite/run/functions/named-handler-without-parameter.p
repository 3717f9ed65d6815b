// A named handler that takes no parameter runs for events with any payload.
// verdict: violated: assertion @8 third
event eJob: int;
event eWord: string;
event ePlain;
machine Main {
  var count: int;
  fun Count() { count = count + 1; assert count < 3, "third"; }
  start state Run {
    entry { send this, eJob, 1; send this, eWord, "w"; send this, ePlain; }
    on eJob, eWord, ePlain do Count;
  }
}
