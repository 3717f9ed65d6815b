// Faults in the clocks of timesync.p: machines that take the place of its own, each different in one place.

// WRONG: it takes all who have answered for its children. On a ring some have heard the wave from somebody else.
machine CredulousNode {
  var place: int;
  var neighbours: map[tSide, machine];
  var probe: machine;
  var rank: int;             // 0 is the best
  var wave: int;             // the best rank it has heard of
  var parent: tSide;         // where from
  var awaited: set[tSide];   // who has not answered
  var children: set[tSide];  // who has, with an echo
  var upstream: machine;     // the parent's probe
  var knowsDelay: bool;      // ... and how far it is
  var ticked: int;

  start state Start {
    on eNeighbours do (around: tNeighbours) {
      place = around.place;
      if (around.left != null) neighbours += (LEFT, around.left);
      if (around.right != null) neighbours += (RIGHT, around.right);
      rank = (place - best + nodes) % nodes;
      wave = rank;
      probe = new Probe(this);
      Flood();
      goto Electing;
    }
    defer eWave;
  }

  // Somebody has not answered yet.
  state Electing {
    on eWave do Hear;
    on eEcho do (echo: tEcho) {
      if (echo.rank > wave) return;  // of a wave that was put out
      children += (echo.side);
      Settle(echo.side);
    }
    on eDelay do Note;
  }

  // It has sent an echo. A better wave may still come.
  state Following {
    on eWave do Hear;
    on eTime do (side: tSide) {
      assert wave == 0, "the time comes of somebody who is not the best";
      assert side == parent, "the time comes from somebody who is not the parent";
      if (knowsDelay || !probes) Tell();
    }
    on eDelay do Note;
  }

  state Grandmaster {
    entry {
      assert rank == 0, "the best clock has lost";
      send this, eTick;
    }
    on eTick do {
      Tell();
      if (ticks > 0) ticked = ticked + 1;
      if (ticks == 0 || ticked < ticks) send this, eTick;
    }
  }

  fun Hear(other: tWave) {
    if (other.rank > wave) return;
    if (other.rank == wave) {
      children += (other.side);
      Settle(other.side);
      return;
    }
    wave = other.rank;
    parent = other.side;
    knowsDelay = false;
    if (probes) {
      upstream = other.probe;
      send probe, eMeasure, upstream;
    }
    Flood();
    if (sizeof(awaited) == 0) Echo();
    goto Electing;
  }

  // One neighbour less to wait for.
  fun Settle(side: tSide) {
    assert side in awaited, "somebody has answered twice";
    awaited -= (side);
    if (sizeof(awaited) > 0) return;
    if (wave == rank) goto Grandmaster;
    Echo();
  }

  fun Echo() {
    send neighbours[parent], eEcho, (side = Opposite(parent), rank = wave);
    goto Following;
  }

  fun Flood() {
    var side: tSide;
    awaited = default(set[tSide]);
    children = default(set[tSide]);
    foreach (side in keys(neighbours)) {
      if (wave == rank || side != parent) {
        awaited += (side);
        send neighbours[side], eWave, (side = Opposite(side), rank = wave, probe = probe);
      }
    }
  }

  fun Tell() {
    var side: tSide;
    foreach (side in children) send neighbours[side], eTime, Opposite(side);
  }

  fun Note(other: machine) {
    if (other == upstream) knowsDelay = true;
  }

  fun Opposite(side: tSide): tSide {
    if (side == LEFT) return RIGHT;
    return LEFT;
  }
}

// WRONG: it sends an echo before its other neighbours have answered.
machine HastyNode {
  var place: int;
  var neighbours: map[tSide, machine];
  var probe: machine;
  var rank: int;             // 0 is the best
  var wave: int;             // the best rank it has heard of
  var parent: tSide;         // where from
  var awaited: set[tSide];   // who has not answered
  var children: set[tSide];  // who has, with an echo
  var upstream: machine;     // the parent's probe
  var knowsDelay: bool;      // ... and how far it is
  var ticked: int;

  start state Start {
    on eNeighbours do (around: tNeighbours) {
      place = around.place;
      if (around.left != null) neighbours += (LEFT, around.left);
      if (around.right != null) neighbours += (RIGHT, around.right);
      rank = (place - best + nodes) % nodes;
      wave = rank;
      probe = new Probe(this);
      Flood();
      goto Electing;
    }
    defer eWave;
  }

  // Somebody has not answered yet.
  state Electing {
    on eWave do Hear;
    on eEcho do (echo: tEcho) {
      if (echo.rank > wave) return;  // of a wave that was put out
      children += (echo.side);
      Settle(echo.side);
    }
    on eDelay do Note;
  }

  // It has sent an echo. A better wave may still come.
  state Following {
    on eWave do Hear;
    on eTime do (side: tSide) {
      assert wave == 0, "the time comes of somebody who is not the best";
      assert side == parent, "the time comes from somebody who is not the parent";
      if (knowsDelay || !probes) Tell();
    }
    on eDelay do Note;
  }

  state Grandmaster {
    entry {
      assert rank == 0, "the best clock has lost";
      send this, eTick;
    }
    on eTick do {
      Tell();
      if (ticks > 0) ticked = ticked + 1;
      if (ticks == 0 || ticked < ticks) send this, eTick;
    }
  }

  fun Hear(other: tWave) {
    if (other.rank > wave) return;
    if (other.rank == wave) {
      Settle(other.side);
      return;
    }
    wave = other.rank;
    parent = other.side;
    knowsDelay = false;
    if (probes) {
      upstream = other.probe;
      send probe, eMeasure, upstream;
    }
    Flood();
    Echo();
  }

  // One neighbour less to wait for.
  fun Settle(side: tSide) {
    assert side in awaited, "somebody has answered twice";
    awaited -= (side);
    if (sizeof(awaited) > 0) return;
    if (wave == rank) goto Grandmaster;
    Echo();
  }

  fun Echo() {
    send neighbours[parent], eEcho, (side = Opposite(parent), rank = wave);
    goto Following;
  }

  fun Flood() {
    var side: tSide;
    awaited = default(set[tSide]);
    children = default(set[tSide]);
    foreach (side in keys(neighbours)) {
      if (wave == rank || side != parent) {
        awaited += (side);
        send neighbours[side], eWave, (side = Opposite(side), rank = wave, probe = probe);
      }
    }
  }

  fun Tell() {
    var side: tSide;
    foreach (side in children) send neighbours[side], eTime, Opposite(side);
  }

  fun Note(other: machine) {
    if (other == upstream) knowsDelay = true;
  }

  fun Opposite(side: tSide): tSide {
    if (side == LEFT) return RIGHT;
    return LEFT;
  }
}

// WRONG: once it has sent an echo, it does not expect a better wave.
machine DeafNode {
  var place: int;
  var neighbours: map[tSide, machine];
  var probe: machine;
  var rank: int;             // 0 is the best
  var wave: int;             // the best rank it has heard of
  var parent: tSide;         // where from
  var awaited: set[tSide];   // who has not answered
  var children: set[tSide];  // who has, with an echo
  var upstream: machine;     // the parent's probe
  var knowsDelay: bool;      // ... and how far it is
  var ticked: int;

  start state Start {
    on eNeighbours do (around: tNeighbours) {
      place = around.place;
      if (around.left != null) neighbours += (LEFT, around.left);
      if (around.right != null) neighbours += (RIGHT, around.right);
      rank = (place - best + nodes) % nodes;
      wave = rank;
      probe = new Probe(this);
      Flood();
      goto Electing;
    }
    defer eWave;
  }

  // Somebody has not answered yet.
  state Electing {
    on eWave do Hear;
    on eEcho do (echo: tEcho) {
      if (echo.rank > wave) return;  // of a wave that was put out
      children += (echo.side);
      Settle(echo.side);
    }
    on eDelay do Note;
  }

  // It has sent an echo.
  state Following {
    on eTime do (side: tSide) {
      assert wave == 0, "the time comes of somebody who is not the best";
      assert side == parent, "the time comes from somebody who is not the parent";
      if (knowsDelay || !probes) Tell();
    }
    on eDelay do Note;
  }

  state Grandmaster {
    entry {
      assert rank == 0, "the best clock has lost";
      send this, eTick;
    }
    on eTick do {
      Tell();
      if (ticks > 0) ticked = ticked + 1;
      if (ticks == 0 || ticked < ticks) send this, eTick;
    }
  }

  fun Hear(other: tWave) {
    if (other.rank > wave) return;
    if (other.rank == wave) {
      Settle(other.side);
      return;
    }
    wave = other.rank;
    parent = other.side;
    knowsDelay = false;
    if (probes) {
      upstream = other.probe;
      send probe, eMeasure, upstream;
    }
    Flood();
    if (sizeof(awaited) == 0) Echo();
    goto Electing;
  }

  // One neighbour less to wait for.
  fun Settle(side: tSide) {
    assert side in awaited, "somebody has answered twice";
    awaited -= (side);
    if (sizeof(awaited) > 0) return;
    if (wave == rank) goto Grandmaster;
    Echo();
  }

  fun Echo() {
    send neighbours[parent], eEcho, (side = Opposite(parent), rank = wave);
    goto Following;
  }

  fun Flood() {
    var side: tSide;
    awaited = default(set[tSide]);
    children = default(set[tSide]);
    foreach (side in keys(neighbours)) {
      if (wave == rank || side != parent) {
        awaited += (side);
        send neighbours[side], eWave, (side = Opposite(side), rank = wave, probe = probe);
      }
    }
  }

  fun Tell() {
    var side: tSide;
    foreach (side in children) send neighbours[side], eTime, Opposite(side);
  }

  fun Note(other: machine) {
    if (other == upstream) knowsDelay = true;
  }

  fun Opposite(side: tSide): tSide {
    if (side == LEFT) return RIGHT;
    return LEFT;
  }
}

// expect: violated: the time comes from somebody who is not the parent
test param (nodes in [3, 4, 5], isRing in [true]) tcCredulousRing [main=Network]:
  (union Around, { CredulousNode -> Node });

// It is right on a line.
// expect: holds
test param (nodes in [3, 4]) tcCredulousLine [main=Network]: (union Around, { CredulousNode -> Node });

// expect: violated: the best clock has lost
test param (nodes in [4, 5], best in [2]) tcHastyLine [main=Network]: (union Around, { HastyNode -> Node });

// expect: violated: state Following of HastyNode has no handler for eEcho
test param (nodes in [3, 4, 5], isRing in [true]) tcHastyRing [main=Network]: (union Around, { HastyNode -> Node });

// expect: violated: state Following of DeafNode has no handler for eWave
test param (nodes in [3, 4, 5]) tcDeafLine [main=Network]: (union Around, { DeafNode -> Node });
