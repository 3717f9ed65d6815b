// A local named like a global parameter gives one error, not one a use.
param rounds: int;
fun Count() {
  var rounds: bool;  //~ error: 'rounds' is already declared as a global parameter
  rounds = true;
  if (rounds) { rounds = false; }
}
