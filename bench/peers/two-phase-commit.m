-- Two-phase commit with acknowledgements: two-phase-commit.pml in Murphi.

const
  N: 6;

type
  participant: scalarset(N);
  message: enum { none, prepare, commit, abort, yes, no, ack };
  link: record
    first: message;
    second: message;
  end;

var
  coordinator: enum { boot, voting, committing, aborting };
  count: 0 .. N;  -- votes of yes, then acknowledgements
  state: array [participant] of enum { working, prepared, committed, aborted };
  down: array [participant] of link;
  up: array [participant] of link;

procedure append(var l: link; m: message);
begin
  if l.first = none then
    l.first := m;
  else
    assert l.second = none "a link is full";
    l.second := m;
  end;
end;

procedure drop_first(var l: link);
begin
  l.first := l.second;
  l.second := none;
end;

procedure tell_all(m: message);
begin
  for p: participant do
    append(down[p], m);
  end;
end;

startstate begin
  coordinator := boot;
  count := 0;
  for p: participant do
    state[p] := working;
    down[p].first := none;
    down[p].second := none;
    up[p].first := none;
    up[p].second := none;
  end;
end;

rule "begin" coordinator = boot ==> begin
  coordinator := voting;
  tell_all(prepare);
end;

ruleset p: participant do
  rule "coordinator receives" up[p].first != none ==>
    var m: message;
  begin
    m := up[p].first;
    drop_first(up[p]);
    if m = ack then
      assert coordinator = committing | coordinator = aborting;
      count := count + 1;
    elsif coordinator = voting then
      if m = yes then
        count := count + 1;
        if count = N then
          coordinator := committing;
          count := 0;
          tell_all(commit);
        end;
      else
        coordinator := aborting;
        count := 0;
        tell_all(abort);
      end;
    end;
  end;

  rule "vote yes" down[p].first = prepare ==> begin
    drop_first(down[p]);
    state[p] := prepared;
    append(up[p], yes);
  end;

  rule "vote no" down[p].first = prepare ==> begin
    drop_first(down[p]);
    state[p] := aborted;
    append(up[p], no);
  end;

  rule "commit" down[p].first = commit ==> begin
    drop_first(down[p]);
    assert state[p] = prepared;
    state[p] := committed;
    append(up[p], ack);
  end;

  rule "abort" down[p].first = abort ==> begin
    drop_first(down[p]);
    assert state[p] != committed;
    state[p] := aborted;
    append(up[p], ack);
  end;
end;
