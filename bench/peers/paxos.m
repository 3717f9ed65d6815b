-- Single-decree Paxos: paxos.pml in Murphi.

const
  N: 2;  -- proposers
  A: 3;  -- acceptors
  QUORUM: A / 2 + 1;

type
  ballot: 0 .. N;  -- 0: none
  proposer: 1 .. N;
  value: 0 .. N;   -- 0: none
  acceptor: scalarset(A);

var
  state: array [proposer] of enum { idle, preparing, proposing };
  count: array [proposer] of 0 .. QUORUM;
  best: array [proposer] of ballot;
  proposal: array [proposer] of value;

  promised: array [acceptor] of ballot;
  voted: array [acceptor] of ballot;
  vote: array [acceptor] of value;

  votes: array [proposer] of 0 .. A;
  chosen: value;

  -- Slots, one for each message that can be on its way.
  prepare: array [proposer] of array [acceptor] of boolean;
  promise: array [proposer] of array [acceptor] of record
    there: boolean;
    voted: ballot;
    vote: value;
  end;
  accept: array [proposer] of array [acceptor] of value;
  accepted: array [proposer] of array [acceptor] of value;

startstate begin
  for p: proposer do
    state[p] := idle;
    count[p] := 0;
    best[p] := 0;
    proposal[p] := 0;
    votes[p] := 0;
    for a: acceptor do
      prepare[p][a] := false;
      promise[p][a].there := false;
      promise[p][a].voted := 0;
      promise[p][a].vote := 0;
      accept[p][a] := 0;
      accepted[p][a] := 0;
    end;
  end;
  for a: acceptor do
    promised[a] := 0;
    voted[a] := 0;
    vote[a] := 0;
  end;
  chosen := 0;
end;

ruleset p: proposer do
  rule "begin" state[p] = idle ==> begin
    state[p] := preparing;
    proposal[p] := 2 - p % 2;
    for a: acceptor do
      prepare[p][a] := true;
    end;
  end;

  ruleset a: acceptor do
    rule "acceptor receives prepare" prepare[p][a] ==> begin
      prepare[p][a] := false;
      if p > promised[a] then
        promised[a] := p;
        promise[p][a].there := true;
        promise[p][a].voted := voted[a];
        promise[p][a].vote := vote[a];
      end;
    end;

    rule "proposer receives promise" promise[p][a].there ==> begin
      if state[p] = preparing then
        if promise[p][a].voted > best[p] then
          best[p] := promise[p][a].voted;
          proposal[p] := promise[p][a].vote;
        end;
        count[p] := count[p] + 1;
        if count[p] = QUORUM then
          state[p] := proposing;
          for b: acceptor do
            accept[p][b] := proposal[p];
          end;
          count[p] := 0;
          best[p] := 0;
          proposal[p] := 0;
        end;
      end;
      promise[p][a].there := false;
      promise[p][a].voted := 0;
      promise[p][a].vote := 0;
    end;

    rule "acceptor receives accept" accept[p][a] != 0 ==> begin
      if p >= promised[a] then
        promised[a] := p;
        voted[a] := p;
        vote[a] := accept[p][a];
        accepted[p][a] := vote[a];
      end;
      accept[p][a] := 0;
    end;

    rule "learner receives" accepted[p][a] != 0 ==> begin
      votes[p] := votes[p] + 1;
      if votes[p] = QUORUM then
        assert chosen = 0 | chosen = accepted[p][a] "two values are chosen";
        chosen := accepted[p][a];
      end;
      accepted[p][a] := 0;
    end;
  end;
end;
