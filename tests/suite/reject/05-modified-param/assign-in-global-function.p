// A global function cannot assign to a global parameter either.
param retries: int;
fun UseOneRetry(): bool {
  if (retries == 0) return false;
  retries = retries - 1;  //~ error: cannot assign to global parameter 'retries'
  return true;
}
