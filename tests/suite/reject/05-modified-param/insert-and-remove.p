// Inserting into a global parameter and removing from it change it too.
param primes: seq[int];
param weights: map[int, int];
param allowed: set[int];
machine Driver {
  start state Idle {
    entry {
      primes += (0, 2);  //~ error: cannot assign to global parameter 'primes'
      weights += (1, 10);  //~ error: cannot assign to global parameter 'weights'
      allowed += (7);  //~ error: cannot assign to global parameter 'allowed'
      primes -= (0);  //~ error: cannot assign to global parameter 'primes'
    }
  }
}
