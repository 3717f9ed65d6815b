// Address zero: a device that was reset answers there until it has an address of its own, so only
// one may be on its way through. Ports wait in line; one that loses its device while it waits, or
// while it has its turn, gives up its place in the same way.

machine AddressZero {
  var owner: Port;          // or nobody
  var waiting: seq[Port];

  start state Serving {
    on eAcquireZero do (port: Port) {
      if (owner == default(Port)) {
        owner = port;
        send owner, eZeroGranted;
      } else {
        waiting += (sizeof(waiting), port);
      }
    }
    on eReleaseZero do (port: Port) {
      Leave(port);
      if (owner == port || Flaw() == WAITER_RELEASES) {
        PassOn();
      }
      send port, eZeroReleased;
    }
  }

  // Takes a port that waits out of the line.
  fun Leave(port: Port) {
    var place: int;
    while (place < sizeof(waiting) && waiting[place] != port) {
      place = place + 1;
    }
    if (place < sizeof(waiting)) {
      waiting -= (place);
    }
  }

  fun PassOn() {
    owner = default(Port);
    if (sizeof(waiting) > 0) {
      owner = waiting[0];
      waiting -= (0);
      send owner, eZeroGranted;
    }
  }
}
