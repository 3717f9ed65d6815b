// Two ways to get fencing wrong.

// The first is not to do it: the storage trusts that whoever writes holds the lock.
machine TrustingStorage {
  start state Open {
    on eWrite do (lease: tLease) {
      send lease.client, eWriteReply,
        (client = lease.client, token = lease.token, accepted = true);
    }
  }
}

// The second has all the parts: tokens, a fence in the storage, a check of every release. But the
// server moves on to the next token when a lease is RELEASED, "since that is when the lock changes
// hands". A lease that runs out changes hands too, and there the line is missing: the successor
// gets the same token as the client that lost the lease, and the storage cannot tell them apart.
machine ForgetfulLockServer {
  var timer: machine;
  var token: int;

  start state Start {
    entry {
      timer = new LeaseTimer(this);
      token = 1;
      goto Free;
    }
  }

  state Free {
    on eAcquire do (client: machine) {
      send client, eGranted, (client = client, token = token);
      send timer, eArm, token;
      goto Lent;
    }
    ignore eRelease, eExpired;
  }

  state Lent {
    defer eAcquire;
    on eRelease do (lease: tLease) {
      if (lease.token == token) {
        token = token + 1;
        goto Free;
      }
    }
    on eExpired do (ended: int) {
      if (ended == token) {
        goto Free;   // the mistake: token = token + 1 belongs here as well
      }
    }
  }
}
