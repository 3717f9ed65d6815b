// The contextual word quorum stays an ordinary identifier when extensions are switched off.
// flags: --strict-p
event quorum;
event eOther;

machine Counter {
  var quorum: int;
  start state Run {
    entry { quorum = 3; send this, quorumEvent(); }
    on quorum, eOther do { quorum = quorum - 1; }
  }
  state Later {
    defer quorum;
    on eOther goto Run with { quorum = 0; }
  }
  fun quorumEvent(): event { return eOther; }
}
