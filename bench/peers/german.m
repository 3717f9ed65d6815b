-- German's cache coherence protocol: german.pml in Murphi.

const
  N: 5;

type
  cache: scalarset(N);
  place: 0 .. N - 1;
  order: enum { silence, grant_shared, grant_exclusive, invalidate };
  answer: enum { nothing, ask_shared, ask_exclusive, ack };

var
  state: array [cache] of
    enum { asleep, wait_shared, shared, upgrading, wait_exclusive, exclusive };
  down: array [cache] of record first: order; second: order; end;                  -- home -> cache
  up: array [cache] of record first: answer; second: answer; third: answer; end;  -- cache -> home

  started: boolean;
  busy: boolean;                 -- the home serves somebody,
  requester: cache;              -- namely this cache; else undefined
  wants_all: boolean;            -- what it asked for
  owned: boolean;
  owner: cache;                  -- undefined unless owned
  sharers: array [cache] of boolean;
  awaited: array [cache] of boolean;

  waiting: 0 .. N;               -- how many requests are deferred
  deferred: array [place] of record there: boolean; who: cache; all: boolean; end;

procedure tell(c: cache; o: order);
begin
  if down[c].first = silence then
    down[c].first := o;
  else
    assert down[c].second = silence "a link is full";
    down[c].second := o;
  end;
end;

procedure say(c: cache; a: answer);
begin
  if up[c].first = nothing then
    up[c].first := a;
  elsif up[c].second = nothing then
    up[c].second := a;
  else
    assert up[c].third = nothing "a link is full";
    up[c].third := a;
  end;
end;

procedure drop_order(c: cache);
begin
  down[c].first := down[c].second;
  down[c].second := silence;
end;

procedure drop_answer(c: cache);
begin
  up[c].first := up[c].second;
  up[c].second := up[c].third;
  up[c].third := nothing;
end;

procedure defer(c: cache; all: boolean);
begin
  deferred[waiting].there := true;
  deferred[waiting].who := c;
  deferred[waiting].all := all;
  waiting := waiting + 1;
end;

procedure take_deferred();
begin
  requester := deferred[0].who;
  wants_all := deferred[0].all;
  busy := true;
  for k: 0 .. N - 2 do
    if deferred[k + 1].there then
      deferred[k] := deferred[k + 1];
    elsif deferred[k].there then
      deferred[k].there := false;
      undefine deferred[k].who;
      deferred[k].all := false;
    end;
  end;
  deferred[N - 1].there := false;
  undefine deferred[N - 1].who;
  deferred[N - 1].all := false;
  waiting := waiting - 1;
end;

function all_answered(): boolean;
begin
  return forall d: cache do !awaited[d] end;
end;

procedure grant();
begin
  assert !owned;
  if wants_all then
    assert forall d: cache do d != requester -> !sharers[d] end;
    for d: cache do
      sharers[d] := false;
    end;
    owned := true;
    owner := requester;
    wants_all := false;
    tell(requester, grant_exclusive);
  else
    sharers[requester] := true;
    tell(requester, grant_shared);
  end;
  busy := false;
  undefine requester;
end;

-- Serves what is deferred, until one request has to wait for acknowledgements.
procedure serve_deferred();
begin
  while !busy & waiting > 0 do
    take_deferred();
    if owned then
      awaited[owner] := true;
    end;
    if wants_all then
      for d: cache do
        if d != requester & sharers[d] then
          awaited[d] := true;
        end;
      end;
    end;
    if all_answered() then
      grant();
    else
      for d: cache do
        if awaited[d] then
          tell(d, invalidate);
        end;
      end;
    end;
  end;
end;

startstate begin
  for c: cache do
    state[c] := asleep;
    down[c].first := silence;
    down[c].second := silence;
    up[c].first := nothing;
    up[c].second := nothing;
    up[c].third := nothing;
    sharers[c] := false;
    awaited[c] := false;
  end;
  started := false;
  busy := false;
  undefine requester;
  wants_all := false;
  owned := false;
  undefine owner;
  waiting := 0;
  for k: place do
    deferred[k].there := false;
    undefine deferred[k].who;
    deferred[k].all := false;
  end;
end;

rule "home begins" !started ==> begin
  started := true;
  for c: cache do
    sharers[c] := true;
    tell(c, grant_shared);
  end;
end;

ruleset c: cache do
  rule "cache reads" down[c].first = grant_shared ==> begin
    assert state[c] = asleep | state[c] = wait_shared;
    drop_order(c);
    state[c] := shared;
  end;

  rule "cache reads and wants to write" down[c].first = grant_shared ==> begin
    assert state[c] = asleep | state[c] = wait_shared;
    drop_order(c);
    state[c] := upgrading;
    say(c, ask_exclusive);
  end;

  rule "cache writes" down[c].first = grant_exclusive ==> begin
    assert state[c] = upgrading | state[c] = wait_exclusive;
    drop_order(c);
    state[c] := exclusive;
  end;

  rule "cache gives up what it wants to write"
    down[c].first = invalidate & state[c] = upgrading ==> begin
    drop_order(c);
    state[c] := wait_exclusive;
    say(c, ack);
  end;

  rule "cache gives up, to read again" down[c].first = invalidate & state[c] != upgrading ==> begin
    assert state[c] = shared | state[c] = exclusive;
    drop_order(c);
    state[c] := wait_shared;
    say(c, ack);
    say(c, ask_shared);
  end;

  rule "cache gives up, to write" down[c].first = invalidate & state[c] != upgrading ==> begin
    assert state[c] = shared | state[c] = exclusive;
    drop_order(c);
    state[c] := wait_exclusive;
    say(c, ack);
    say(c, ask_exclusive);
  end;

  rule "home receives" up[c].first != nothing ==>
    var a: answer;
  begin
    a := up[c].first;
    drop_answer(c);
    if a = ack then
      assert awaited[c];
      awaited[c] := false;
      sharers[c] := false;
      if owned & owner = c then
        owned := false;
        undefine owner;
      end;
      if all_answered() then
        grant();
      end;
    else
      defer(c, a = ask_exclusive);
    end;
    serve_deferred();
  end;
end;
