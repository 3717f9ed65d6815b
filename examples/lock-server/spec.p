// What the lock is for: writes take effect in the order of the leases. Once the holder of a later
// lease has written, nobody writes under an earlier one. The spec counts the leases itself, so it
// does not trust the tokens.
spec NoStaleWrite observes eGranted, eWriteReply {
  var leases: int;
  var leaseOf: map[machine, int];   // a client's latest lease
  var written: int;                 // the latest lease under which anything was written

  start state Watching {
    on eGranted do (lease: tLease) {
      leases = leases + 1;
      leaseOf[lease.client] = leases;
    }
    on eWriteReply do (reply: tReply) {
      if (reply.accepted) {
        assert leaseOf[reply.client] >= written, "a write under an old lease was accepted";
        written = leaseOf[reply.client];
      }
    }
  }
}

// The server lends one lease at a time: the next one only after the last was released or ran out.
spec OneLease observes eGranted, eRelease, eExpired {
  var lent: bool;
  var token: int;

  start state Watching {
    on eGranted do (lease: tLease) {
      assert !lent, "a lease was lent twice";
      assert lease.token > token, "a fencing token was used again";
      lent = true;
      token = lease.token;
    }
    on eRelease do (lease: tLease) {
      EndLease(lease.token);
    }
    on eExpired do EndLease;
  }

  fun EndLease(ended: int) {
    if (ended == token) {
      lent = false;
    }
  }
}

// Liveness: whoever wants the lock gets it, also after a holder has crashed.
spec EveryoneIsServed observes eAcquire, eGranted {
  var waiting: set[machine];

  start cold state Quiet {
    on eAcquire goto Waiting with (client: machine) {
      waiting += (client);
    }
  }

  hot state Waiting {
    on eAcquire do (client: machine) {
      waiting += (client);
    }
    on eGranted do (lease: tLease) {
      waiting -= (lease.client);
      if (sizeof(waiting) == 0) {
        goto Quiet;
      }
    }
  }
}
