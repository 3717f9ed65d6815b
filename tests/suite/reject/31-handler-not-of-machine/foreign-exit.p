// A foreign function of the machine cannot be an exit function.
event eOff;

machine Sensor {
  start state Ready {
    on eOff goto Dark;
    exit StoreReadings;  //~ error: 'StoreReadings' has no body
  }
  state Dark { }
  fun StoreReadings();
}
