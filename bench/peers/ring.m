-- Leader election on a ring, after Chang and Roberts (1979): ring.pml in Murphi.

const
  N: 8;

type
  node: 0 .. N - 1;
  message: 0 .. 2 * N;  -- 1..N: an id that runs; N+1..2N: the leader's id, plus N; 0: nothing
  activity: enum { passive, running, leader, settled };

var
  state: array [node] of activity;
  queue: array [node] of array [node] of message;  -- to the successor, the first at 0
  length: array [node] of 0 .. N;

function own(i: node): message;
begin
  return N - i;
end;

function before(i: node): node;
begin
  return (i + N - 1) % N;
end;

procedure append(i: node; m: message);
begin
  assert length[i] < N "a link is full";
  queue[i][length[i]] := m;
  length[i] := length[i] + 1;
end;

procedure drop_first(i: node);
begin
  length[i] := length[i] - 1;
  for k: 0 .. N - 2 do
    queue[i][k] := queue[i][k + 1];
  end;
  queue[i][N - 1] := 0;
end;

startstate begin
  for i: node do
    state[i] := passive;
    length[i] := 0;
    for k: node do
      queue[i][k] := 0;
    end;
  end;
end;

ruleset i: node do
  rule "call" state[i] = passive ==> begin
    state[i] := running;
    append(i, own(i));
  end;

  rule "receive" length[before(i)] > 0 ==>
    var m: message;
  begin
    m := queue[before(i)][0];
    drop_first(before(i));
    if m > N then
      state[i] := settled;
      if m != own(i) + N then
        append(i, m);
      end;
    elsif m > own(i) then
      if state[i] = passive then
        state[i] := running;
      end;
      append(i, m);
    elsif m = own(i) then
      assert own(i) = N "only the largest id can win";
      state[i] := leader;
      append(i, own(i) + N);
    elsif state[i] = passive then
      state[i] := running;
      append(i, own(i));
    end;
  end;
end;
