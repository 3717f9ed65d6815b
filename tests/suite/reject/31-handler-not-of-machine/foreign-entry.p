// A foreign function of the machine cannot be an entry function.
machine Sensor {
  start state Ready {
    entry Calibrate;  //~ error: 'Calibrate' has no body
  }
  fun Calibrate();
}
