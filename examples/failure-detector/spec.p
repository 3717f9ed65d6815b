// Safety: a suspicion is withdrawn only if the node has answered in that very round.
spec TrustIsEarned observes ePong, eTrust {
  var answered: set[(machine, int)];

  start state Watching {
    on ePong do (p: tPong) { answered += ((p.node, p.round)); }
    on eTrust do (o: tOpinion) {
      assert (o.node, o.round) in answered, "a node is trusted without a fresh pong";
    }
  }
}

// Liveness, half one: every node that crashes is suspected in the end, for good.
spec Completeness observes eCrash, eSuspect, eTrust {
  var crashed: set[machine];
  var suspected: set[machine];

  start cold state AllKnown {
    on eCrash do NoteCrash;
    on eSuspect do NoteSuspicion;
    on eTrust do NoteTrust;
  }

  hot state DeadButTrusted {
    on eCrash do NoteCrash;
    on eSuspect do NoteSuspicion;
    on eTrust do NoteTrust;
  }

  fun NoteCrash(n: machine) {
    crashed += (n);
    Judge();
  }

  fun NoteSuspicion(o: tOpinion) {
    suspected += (o.node);
    Judge();
  }

  fun NoteTrust(o: tOpinion) {
    suspected -= (o.node);
    Judge();
  }

  fun Judge() {
    var n: machine;
    foreach (n in crashed) {
      if (!(n in suspected)) goto DeadButTrusted;
    }
    goto AllKnown;
  }
}

// Liveness, half two: a node that lives is not suspected in the end, whatever happened before.
spec EventualAccuracy observes eCrash, eSuspect, eTrust {
  var wronged: set[machine];  // alive, but suspected
  var crashed: set[machine];

  start cold state Fair {
    on eCrash do (n: machine) { crashed += (n); }
    on eSuspect do (o: tOpinion) {
      if (!(o.node in crashed)) {
        wronged += (o.node);
        goto Unfair;
      }
    }
    ignore eTrust;
  }

  hot state Unfair {
    on eCrash do (n: machine) {
      crashed += (n);
      Clear(n);
    }
    on eTrust do (o: tOpinion) { Clear(o.node); }
    on eSuspect do (o: tOpinion) {
      if (!(o.node in crashed)) wronged += (o.node);
    }
  }

  fun Clear(n: machine) {
    wronged -= (n);
    if (sizeof(wronged) == 0) goto Fair;
  }
}

// Too much to ask: a perfect detector never suspects a living node. Used to show that it fails.
spec PerfectAccuracy observes eCrash, eSuspect {
  var crashed: set[machine];

  start state Watching {
    on eCrash do (n: machine) { crashed += (n); }
    on eSuspect do (o: tOpinion) {
      assert o.node in crashed, "a living node is suspected";
    }
  }
}
