// A global parameter clashes with variables only: an event, a function, a type and a state may have its name.
param limit: int;
event limit: limit;
type limit = int;
fun limit(): limit { return limit; }

machine Meter {
  start state limit {
    on limit do (n: limit) {
      assert n < limit + limit();
      goto limit;
    }
  }
}
