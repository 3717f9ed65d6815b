// 'halt' is an event like any other in these sets.
event eStop;
interface Mortal() receives eStop, halt;
interface Immortal() receives eStop;
fun Doom(victim: Immortal): Mortal {
  return victim to Mortal;  //~ error: does not accept
}
