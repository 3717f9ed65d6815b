// Assigning to an element or a field of a global parameter changes it too.
param primes: seq[int];
param limits: (low: int, high: int);
machine Driver {
  start state Idle {
    entry {
      primes[0] = 2;  //~ error: cannot assign to global parameter 'primes'
      limits.low = 5;  //~ error: cannot assign to global parameter 'limits'
    }
  }
}
