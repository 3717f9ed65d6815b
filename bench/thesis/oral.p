// Oral Messages OM(1) of Lamport, Shostak and Pease: section 3.6.1 of Bokor's thesis.
//
// A commander sends an order (attack or not) to N lieutenants, each of them tells all others what it
// was told, and obeys the majority. A traitor sends well-formed messages with any content; who is
// one, up to nTraitors of them, is chosen too. Rounds are messages that are waited for: a traitor
// is never silent, and nobody goes on before it has heard everybody. Meant for --network=bag.

type tOrder = (attack: bool, lieutenants: set[machine]);

event eOrder: tOrder;    // commander -> lieutenants
event eRelay: bool;      // lieutenant -> the other ones
event eCommanded: bool;  // announced: the order of a loyal commander
event eObeyed: bool;     // announced: what a loyal lieutenant does

param nLieutenants: int;
param nTraitors: int;

machine Commander {
  start state Commanding {
    entry {
      var lieutenants: set[machine];
      var traitors: int;  // that may still be named
      var isTraitor: bool;
      traitors = nTraitors;
      while (sizeof(lieutenants) < nLieutenants) {
        isTraitor = traitors > 0 && $;
        if (isTraitor) traitors = traitors - 1;
        lieutenants += (new Lieutenant(isTraitor));
      }
      isTraitor = traitors > 0 && $;
      Command(lieutenants, isTraitor);
      raise halt;
    }
  }
}

fun Command(lieutenants: set[machine], isTraitor: bool) {
  var attack: bool;
  var said: bool;
  var l: machine;
  attack = $;
  if (!isTraitor) announce eCommanded, attack;
  foreach (l in lieutenants) {
    said = attack;
    if (isTraitor) said = $;
    send l, eOrder, (attack = said, lieutenants = lieutenants);
  }
}

fun Relay(sender: machine, order: tOrder, isTraitor: bool) {
  var l: machine;
  var said: bool;
  foreach (l in order.lieutenants) {
    if (l != sender) {
      said = order.attack;
      if (isTraitor) said = $;
      send l, eRelay, said;
    }
  }
}

machine Lieutenant {
  var isTraitor: bool;
  var order: bool;

  start state Waiting {
    entry (given: bool) { isTraitor = given; }
    on eOrder do (told: tOrder) {
      Relay(this, told, isTraitor);
      if (isTraitor) raise halt;
      order = told.attack;
      goto Gathering;
    }
    defer eRelay;
  }

  state Gathering {
    on quorum (nLieutenants - 1) eRelay do (relays: seq[bool]) {
      announce eObeyed, Majority(order, relays);
      raise halt;
    }
  }
}

fun Majority(order: bool, relays: seq[bool]): bool {
  var votes: int;
  var attack: bool;
  if (order) votes = 1;
  foreach (attack in relays) {
    if (attack) votes = votes + 1;
  }
  return 2 * votes > nLieutenants;
}

machine CountingLieutenant {
  var isTraitor: bool;
  var heard: int;
  var votes: int;  // for the attack

  start state Waiting {
    entry (given: bool) { isTraitor = given; }
    on eOrder do (told: tOrder) {
      Relay(this, told, isTraitor);
      if (isTraitor) raise halt;
      heard = 1;
      if (told.attack) votes = 1;
      goto Gathering;
    }
    defer eRelay;
  }

  state Gathering {
    on eRelay do (attack: bool) {
      heard = heard + 1;
      if (attack) votes = votes + 1;
      if (heard == nLieutenants) {
        announce eObeyed, 2 * votes > nLieutenants;
        raise halt;
      }
    }
  }
}

// ---- Both in one ----

// What the naive approach of table 3.2 starts from: every general is a lieutenant, and one commands, too. It
// may be a traitor in either, which counts as one, as above.
event eLead: (generals: set[machine], isTraitor: bool);  // environment -> the one who commands

machine General {
  var isTraitor: bool;
  var order: bool;

  start state Waiting {
    entry (given: bool) { isTraitor = given; }
    on eLead do (lead: (generals: set[machine], isTraitor: bool)) {
      Command(lead.generals, lead.isTraitor);
    }
    on eOrder do (told: tOrder) {
      Relay(this, told, isTraitor);
      if (isTraitor) raise halt;
      order = told.attack;
      goto Gathering;
    }
    defer eRelay;
  }

  state Gathering {
    on quorum (nLieutenants - 1) eRelay do (relays: seq[bool]) {
      announce eObeyed, Majority(order, relays);
      raise halt;
    }
  }
}

machine Headquarters {
  start state Go {
    entry {
      var generals: set[machine];
      var leader: machine;
      var traitors: int;
      var isTraitor: bool;
      traitors = nTraitors;
      while (sizeof(generals) < nLieutenants) {
        isTraitor = traitors > 0 && $;
        if (isTraitor) traitors = traitors - 1;
        leader = new General(isTraitor);
        generals += (leader);
      }
      isTraitor = traitors > 0 && $;
      send leader, eLead, (generals = generals, isTraitor = isTraitor);
    }
  }
}

// ---- Interactive consistency ----

// Loyal lieutenants do the same, and what the commander ordered, if it is loyal.
spec Consistency observes eCommanded, eObeyed {
  start state Open {
    on eCommanded, eObeyed do (attack: bool) {
      if (attack) goto Attacking;
      goto Retreating;
    }
  }
  state Attacking {
    on eObeyed do (attack: bool) { assert attack, "a loyal lieutenant retreats"; }
  }
  state Retreating {
    on eObeyed do (attack: bool) { assert !attack, "a loyal lieutenant attacks"; }
  }
}

module Oral = { Commander, Lieutenant };
module Composed = { Headquarters, General };
module Counting = { Commander, CountingLieutenant -> Lieutenant };

// expect: holds
test param (nLieutenants in [3], nTraitors in [0]) tcOral_3_0 [main=Commander]:
  assert Consistency in Oral;

// expect: holds
test param (nLieutenants in [3], nTraitors in [1]) tcOral_3_1 [main=Commander]:
  assert Consistency in Oral;

// expect: holds
test param (nLieutenants in [4], nTraitors in [1]) tcOral_4_1 [main=Commander]:
  assert Consistency in Oral;

// expect: holds
test param (nLieutenants in [5], nTraitors in [1]) tcOral_5_1 [main=Commander]:
  assert Consistency in Oral;

// expect: holds
test param (nLieutenants in [3], nTraitors in [0]) tcCounting_3_0 [main=Commander]:
  assert Consistency in Counting;

// expect: holds
test param (nLieutenants in [4], nTraitors in [0]) tcCounting_4_0 [main=Commander]:
  assert Consistency in Counting;

// expect: holds
test param (nLieutenants in [3], nTraitors in [1]) tcCounting_3_1 [main=Commander]:
  assert Consistency in Counting;

// expect: holds
test param (nLieutenants in [4], nTraitors in [1]) tcCounting_4_1 [main=Commander]:
  assert Consistency in Counting;

// expect: violated: a loyal lieutenant
test param (nLieutenants in [3], nTraitors in [2]) tcOral_3_2 [main=Commander]:
  assert Consistency in Oral;

// expect: violated: a loyal lieutenant
test param (nLieutenants in [2], nTraitors in [1]) tcOral_2_1 [main=Commander]:
  assert Consistency in Oral;

// expect: holds
test param (nLieutenants in [3], nTraitors in [1]) tcComposed_3_1 [main=Headquarters]:
  assert Consistency in Composed;

// expect: holds
test param (nLieutenants in [4], nTraitors in [1]) tcComposed_4_1 [main=Headquarters]:
  assert Consistency in Composed;

// expect: holds
test param (nLieutenants in [5], nTraitors in [1]) tcComposed_5_1 [main=Headquarters]:
  assert Consistency in Composed;

// expect: violated: a loyal lieutenant
test param (nLieutenants in [3], nTraitors in [2]) tcComposed_3_2 [main=Headquarters]:
  assert Consistency in Composed;
