-- German's cache coherence protocol in its classical form: german-slots.pml in Murphi.

const
  N: 4;

type
  client: scalarset(N);
  request: enum { nothing, ask_shared, ask_exclusive };
  order: enum { silence, grant_shared, grant_exclusive, invalidate };

var
  state: array [client] of enum { invalid, shared, exclusive };
  ask: array [client] of request;   -- client -> home
  tell: array [client] of order;    -- home -> client
  reply: array [client] of boolean; -- client -> home: an acknowledgement

  command: request;                 -- what the home is serving
  requester: client;                -- for whom; undefined while there is no command
  sharers: array [client] of boolean;
  pending: array [client] of boolean;
  writable: boolean;                -- the only sharer may write

startstate begin
  for c: client do
    state[c] := invalid;
    ask[c] := nothing;
    tell[c] := silence;
    reply[c] := false;
    sharers[c] := false;
    pending[c] := false;
  end;
  command := nothing;
  undefine requester;
  writable := false;
end;

ruleset c: client do
  rule "client asks for a shared copy" state[c] = invalid & ask[c] = nothing ==> begin
    ask[c] := ask_shared;
  end;

  rule "client asks for the exclusive copy" state[c] != exclusive & ask[c] = nothing ==> begin
    ask[c] := ask_exclusive;
  end;

  rule "client receives" tell[c] != silence ==> begin
    switch tell[c]
    case grant_shared:
      assert forall d: client do state[d] != exclusive end "a reader beside a writer";
      state[c] := shared;
    case grant_exclusive:
      assert forall d: client do state[d] = invalid end "a writer is not alone";
      state[c] := exclusive;
    case invalidate:
      assert !reply[c] "a slot is full";
      assert state[c] != invalid;
      state[c] := invalid;
      reply[c] := true;
    end;
    tell[c] := silence;
  end;

  rule "home takes a request" command = nothing & ask[c] != nothing ==> begin
    command := ask[c];
    requester := c;
    ask[c] := nothing;
    if command = ask_exclusive | writable then
      pending := sharers;
    end;
  end;

  rule "home invalidates" pending[c] & tell[c] = silence ==> begin
    pending[c] := false;
    tell[c] := invalidate;
  end;

  rule "home receives an acknowledgement" command != nothing & reply[c] ==> begin
    reply[c] := false;
    sharers[c] := false;
    writable := false;
  end;

  rule "home grants a shared copy"
    command = ask_shared & requester = c & !writable & tell[c] = silence ==> begin
    sharers[c] := true;
    tell[c] := grant_shared;
    command := nothing;
    undefine requester;
  end;

  rule "home grants the exclusive copy"
    command = ask_exclusive & requester = c & tell[c] = silence &
    forall d: client do !sharers[d] end ==> begin
    sharers[c] := true;
    writable := true;
    tell[c] := grant_exclusive;
    command := nothing;
    undefine requester;
  end;
end;
