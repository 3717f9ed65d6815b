-- German's cache coherence protocol as machines with messages: german-messages.pml in Murphi.

const
  N: 4;

type
  client: scalarset(N);
  request: enum { nothing, ask_shared, ask_exclusive };
  order: enum { silence, grant_shared, grant_exclusive, invalidate };

var
  started: array [client] of boolean;    -- the processor
  state: array [client] of
    enum { invalid, wait_shared, shared, wait_exclusive, upgrading, exclusive };
  want: array [client] of boolean;       -- processor -> client
  served: array [client] of boolean;     -- client -> processor
  ask: array [client] of request;        -- client -> home
  reply: array [client] of boolean;      -- client -> home: an acknowledgement
  tell: array [client] of record first: order; second: order; end;  -- home -> client

  command: request;                      -- what the home is serving
  requester: client;                     -- for whom; undefined while there is no command
  owned: boolean;
  owner: client;                         -- undefined unless owned
  sharers: array [client] of boolean;
  awaited: array [client] of boolean;

procedure send(c: client; o: order);
begin
  if tell[c].first = silence then
    tell[c].first := o;
  else
    assert tell[c].second = silence "a link is full";
    tell[c].second := o;
  end;
end;

procedure grant();
begin
  assert !owned;
  if command = ask_exclusive then
    assert forall d: client do d != requester -> !sharers[d] end;
    for d: client do
      sharers[d] := false;
    end;
    owned := true;
    owner := requester;
    send(requester, grant_exclusive);
  else
    sharers[requester] := true;
    send(requester, grant_shared);
  end;
  command := nothing;
  undefine requester;
end;

function all_answered(): boolean;
begin
  return forall d: client do !awaited[d] end;
end;

startstate begin
  for c: client do
    started[c] := false;
    state[c] := invalid;
    want[c] := false;
    served[c] := false;
    ask[c] := nothing;
    reply[c] := false;
    tell[c].first := silence;
    tell[c].second := silence;
    sharers[c] := false;
    awaited[c] := false;
  end;
  command := nothing;
  undefine requester;
  owned := false;
  undefine owner;
end;

ruleset c: client do
  rule "processor starts" !started[c] ==> begin
    started[c] := true;
    want[c] := true;
  end;

  rule "processor goes on" served[c] ==> begin
    served[c] := false;
    want[c] := true;
  end;

  rule "client asks for a shared copy" state[c] = invalid & want[c] ==> begin
    want[c] := false;
    state[c] := wait_shared;
    ask[c] := ask_shared;
  end;

  rule "client asks for the exclusive copy" state[c] = invalid & want[c] ==> begin
    want[c] := false;
    state[c] := wait_exclusive;
    ask[c] := ask_exclusive;
  end;

  rule "client asks for more" state[c] = shared & want[c] ==> begin
    want[c] := false;
    state[c] := upgrading;
    ask[c] := ask_exclusive;
  end;

  rule "client receives" tell[c].first != silence ==>
    var o: order;
  begin
    o := tell[c].first;
    tell[c].first := tell[c].second;
    tell[c].second := silence;
    switch o
    case grant_shared:
      assert state[c] = wait_shared;
      assert forall d: client do state[d] != exclusive end "a reader beside a writer";
      state[c] := shared;
      served[c] := true;
    case grant_exclusive:
      assert state[c] = wait_exclusive | state[c] = upgrading;
      assert forall d: client do
        d = c | (state[d] != shared & state[d] != upgrading & state[d] != exclusive)
      end "a writer is not alone";
      state[c] := exclusive;
      served[c] := true;
    case invalidate:
      assert state[c] = shared | state[c] = upgrading | state[c] = exclusive;
      if state[c] = upgrading then
        state[c] := wait_exclusive;
      else
        state[c] := invalid;
      end;
      reply[c] := true;
    end;
  end;

  rule "home takes a request" command = nothing & ask[c] != nothing ==> begin
    command := ask[c];
    requester := c;
    ask[c] := nothing;
    if owned then
      awaited[owner] := true;
    end;
    if command = ask_exclusive then
      for d: client do
        if d != c & sharers[d] then
          awaited[d] := true;
        end;
      end;
    end;
    if all_answered() then
      grant();
    else
      for d: client do
        if awaited[d] then
          send(d, invalidate);
        end;
      end;
    end;
  end;

  rule "home receives an acknowledgement" reply[c] ==> begin
    assert awaited[c];
    reply[c] := false;
    awaited[c] := false;
    sharers[c] := false;
    if owned & owner = c then
      owned := false;
      undefine owner;
    end;
    if all_answered() then
      grant();
    end;
  end;
end;
