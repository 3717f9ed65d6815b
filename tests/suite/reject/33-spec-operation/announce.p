// A spec must not announce.
event eStep: int;
event eMilestone: int;

spec Progress observes eStep {
  start state Watch {
    on eStep do (n: int) {
      if (n % 10 == 0) announce eMilestone, n;  //~ error: 'announce' is not allowed in a spec
    }
  }
}
