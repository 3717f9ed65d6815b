// Echo multicast of Reiter: sections 3.6.2 and 4.6 of Bokor's thesis.
//
// An initiator sends a text to all receivers, each of them signs it in an echo, and the echoes of more
// than two thirds of the receivers let the initiator commit: then all deliver the text. Signatures are not
// modelled: who sends a commit has the echoes for it, for nobody can make them up.
//
// A setting (HR, HI, BR, BI) has so many honest receivers and initiators, and Byzantine ones. As in
// the thesis a Byzantine initiator sends two texts, one to each of two groups of honest receivers, here
// any two. A Byzantine receiver signs both for it, and signs another text than that of an honest
// initiator. When they are fickle, they may do instead what an honest one does.
// Meant for --network=bag.

type tMulticast = (initiator: machine, text: int);

event eInitial: tMulticast;    // initiator -> receivers
event eCollude: machine;       // Byzantine initiator -> Byzantine receivers: who it is
event eEcho: int;              // receiver -> initiator: the text that it signs
event eCommit: tMulticast;     // initiator -> receivers
event eDelivered: tMulticast;  // announced

type tReceivers = (honest: set[machine], byzantine: set[machine]);

param nHonestReceivers: int;
param nHonestInitiators: int;
param nByzantineReceivers: int;
param nByzantineInitiators: int;
param areFickle: bool;

// Texts: 1 and 2.
fun Other(text: int): int {
  return 3 - text;
}

fun SendInitial(initiator: machine, receivers: tReceivers, text: int) {
  var r: machine;
  foreach (r in receivers.honest) send r, eInitial, (initiator = initiator, text = text);
  foreach (r in receivers.byzantine) send r, eInitial, (initiator = initiator, text = text);
}

fun SendCommit(initiator: machine, receivers: tReceivers, text: int) {
  var r: machine;
  foreach (r in receivers.honest) send r, eCommit, (initiator = initiator, text = text);
  foreach (r in receivers.byzantine) send r, eCommit, (initiator = initiator, text = text);
}

// Some honest receivers get one text, the others the other one.
fun SendTwoTexts(initiator: machine, receivers: tReceivers) {
  var r: machine;
  var text: int;
  if (areFickle && $) {
    SendInitial(initiator, receivers, 1);
    return;
  }
  foreach (r in receivers.honest) {
    text = 1;
    if ($) text = 2;
    send r, eInitial, (initiator = initiator, text = text);
  }
  foreach (r in receivers.byzantine) send r, eCollude, initiator;
}

// ---- Receivers ----

machine HonestReceiver {
  var echoed: set[machine];     // initiators
  var delivered: set[machine];

  start state Receiving {
    on eInitial do (multicast: tMulticast) {
      if (!(multicast.initiator in echoed)) {
        echoed += (multicast.initiator);
        send multicast.initiator, eEcho, multicast.text;
      }
    }
    on eCommit do (multicast: tMulticast) {
      if (!(multicast.initiator in delivered)) {
        delivered += (multicast.initiator);
        announce eDelivered, multicast;
      }
    }
  }
}

machine ByzantineReceiver {
  start state Receiving {
    on eInitial do (multicast: tMulticast) {
      if (areFickle && $) send multicast.initiator, eEcho, multicast.text;
      else send multicast.initiator, eEcho, Other(multicast.text);
    }
    on eCollude do (initiator: machine) {
      send initiator, eEcho, 1;
      if (!areFickle || $) send initiator, eEcho, 2;
    }
    ignore eCommit;
  }
}

// ---- Initiators ----

// Echoes of different texts prove nothing and are gone; nothing is missed by that, for in some other
// run those of one text come first.
fun IsProof(echoes: seq[int]): bool {
  var e: int;
  foreach (e in echoes) {
    if (e != echoes[0]) return false;
  }
  return true;
}

machine HonestInitiator {
  var receivers: tReceivers;

  start state Collecting {
    entry (all: tReceivers) {
      receivers = all;
      SendInitial(this, receivers, 1);
    }
    on quorum (2 * (nHonestReceivers + nByzantineReceivers) / 3 + 1) eEcho do (echoes: seq[int]) {
      if (echoes[0] != 1 || !IsProof(echoes)) return;
      SendCommit(this, receivers, 1);
      raise halt;
    }
  }
}

machine ByzantineInitiator {
  var receivers: tReceivers;
  var committed: int;  // the first text that it has a proof for, or 0

  start state Collecting {
    entry (all: tReceivers) {
      receivers = all;
      SendTwoTexts(this, receivers);
    }
    on quorum (2 * (nHonestReceivers + nByzantineReceivers) / 3 + 1) eEcho do (echoes: seq[int]) {
      if (echoes[0] == committed || !IsProof(echoes)) return;
      SendCommit(this, receivers, echoes[0]);
      if (committed != 0) raise halt;
      committed = echoes[0];
    }
  }
}

machine CountingHonestInitiator {
  var receivers: tReceivers;
  var echoes: int;

  start state Collecting {
    entry (all: tReceivers) {
      receivers = all;
      SendInitial(this, receivers, 1);
    }
    on eEcho do (text: int) {
      if (text == 1) echoes = echoes + 1;
      if (echoes == 2 * (nHonestReceivers + nByzantineReceivers) / 3 + 1) {
        SendCommit(this, receivers, 1);
        raise halt;
      }
    }
  }
}

machine CountingByzantineInitiator {
  var receivers: tReceivers;
  var echoes: (int, int);  // of either text
  var committed: int;

  start state Collecting {
    entry (all: tReceivers) {
      receivers = all;
      SendTwoTexts(this, receivers);
    }
    on eEcho do (text: int) {
      var count: int;
      if (text == 1) { echoes.0 = echoes.0 + 1; count = echoes.0; }
      else { echoes.1 = echoes.1 + 1; count = echoes.1; }
      if (count == 2 * (nHonestReceivers + nByzantineReceivers) / 3 + 1) {
        SendCommit(this, receivers, text);
        if (committed != 0) raise halt;
        committed = text;
      }
    }
  }
}

// ---- Properties ----

// No two honest receivers deliver different texts of one initiator.
spec Agreement observes eDelivered {
  var texts: map[machine, int];  // by initiator

  start state Watching {
    on eDelivered do (multicast: tMulticast) {
      if (!(multicast.initiator in texts)) texts[multicast.initiator] = multicast.text;
      assert texts[multicast.initiator] == multicast.text, "two texts are delivered";
    }
  }
}

// ---- Settings ----

machine Main {
  start state Go {
    entry {
      var all: tReceivers;
      var i: int;
      while (sizeof(all.honest) < nHonestReceivers) all.honest += (new HonestReceiver());
      while (sizeof(all.byzantine) < nByzantineReceivers) all.byzantine += (new ByzantineReceiver());
      while (i < nHonestInitiators) {
        new HonestInitiator(all);
        i = i + 1;
      }
      i = 0;
      while (i < nByzantineInitiators) {
        new ByzantineInitiator(all);
        i = i + 1;
      }
    }
  }
}

module Echo = { Main, HonestReceiver, ByzantineReceiver, HonestInitiator, ByzantineInitiator };
module Counting =
  { Main, HonestReceiver, ByzantineReceiver, CountingHonestInitiator -> HonestInitiator,
    CountingByzantineInitiator -> ByzantineInitiator };

// expect: holds
test param (nHonestReceivers in [2], nHonestInitiators in [1], nByzantineReceivers in [0],
            nByzantineInitiators in [1], areFickle in [false])
  tcEcho_2_1_0_1 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [0], nByzantineReceivers in [1],
            nByzantineInitiators in [1], areFickle in [false])
  tcEcho_3_0_1_1 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [0], areFickle in [false])
  tcEcho_3_1_1_0 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [4], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [0], areFickle in [false])
  tcEcho_4_1_1_0 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [1], areFickle in [false])
  tcEcho_3_1_1_1 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [4], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [1], areFickle in [false])
  tcEcho_4_1_1_1 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [1], nByzantineReceivers in [0],
            nByzantineInitiators in [0], areFickle in [false])
  tcCounting_3_1_0_0 [main=Main]:
  assert Agreement in Counting;

// expect: holds
test param (nHonestReceivers in [2], nHonestInitiators in [1], nByzantineReceivers in [0],
            nByzantineInitiators in [1], areFickle in [false])
  tcCounting_2_1_0_1 [main=Main]:
  assert Agreement in Counting;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [0], nByzantineReceivers in [1],
            nByzantineInitiators in [1], areFickle in [false])
  tcCounting_3_0_1_1 [main=Main]:
  assert Agreement in Counting;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [0], areFickle in [false])
  tcCounting_3_1_1_0 [main=Main]:
  assert Agreement in Counting;

// expect: violated: two texts are delivered
test param (nHonestReceivers in [2], nHonestInitiators in [1], nByzantineReceivers in [2],
            nByzantineInitiators in [1], areFickle in [false])
  tcEcho_2_1_2_1 [main=Main]:
  assert Agreement in Echo;

// expect: violated: two texts are delivered
test param (nHonestReceivers in [2], nHonestInitiators in [1], nByzantineReceivers in [2],
            nByzantineInitiators in [1], areFickle in [true])
  tcFickle_2_1_2_1 [main=Main]:
  assert Agreement in Echo;

// expect: holds
test param (nHonestReceivers in [4], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [0], areFickle in [false])
  tcCounting_4_1_1_0 [main=Main]:
  assert Agreement in Counting;

// expect: holds
test param (nHonestReceivers in [3], nHonestInitiators in [1], nByzantineReceivers in [1],
            nByzantineInitiators in [1], areFickle in [false])
  tcCounting_3_1_1_1 [main=Main]:
  assert Agreement in Counting;

// expect: violated: two texts are delivered
test param (nHonestReceivers in [2], nHonestInitiators in [1], nByzantineReceivers in [2],
            nByzantineInitiators in [1], areFickle in [true])
  tcCountingFickle_2_1_2_1 [main=Main]:
  assert Agreement in Counting;
