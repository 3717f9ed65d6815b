// A spec cannot assign to a global parameter.
param budget: int;
event eSpend: int;
spec Budget observes eSpend {
  start state Watching {
    on eSpend do (amount: int) {
      budget = budget - amount;  //~ error: cannot assign to global parameter 'budget'
    }
  }
}
