// A spec sees a message that its target defers or ignores.
// verdict: violated: assertion @13 2 seen
event eLater;
event eNoise;
machine Main {
  start state Only { entry { send this, eLater; send this, eNoise; } defer eLater; ignore eNoise; }
}
spec Count observes eLater, eNoise {
  var seen: int;
  start state Only {
    on eLater, eNoise do {
      seen = seen + 1;
      assert seen < 2, format("{0} seen", seen);
    }
  }
}
