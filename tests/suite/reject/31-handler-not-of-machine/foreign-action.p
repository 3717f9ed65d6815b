// A foreign function of the machine cannot be an action, it has no body.
event eSign: int;

machine Notary {
  start state Ready {
    on eSign do Seal;  //~ error: 'Seal' has no body
  }
  fun Seal(document: int);
}
