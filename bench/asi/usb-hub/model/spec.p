// Only one device at a time answers at address zero, and only one that was reset before.
spec OneAtAddressZero observes eResetDone, eEnumerate, eAddressed, eEnumerationFailed, eDeviceRemoved {
  var fresh: set[int];   // slots that were reset and have not enumerated since
  var current: int;      // slot at address zero; 0: none

  fun Leaves(slot: int) {
    if (current == slot) {
      current = 0;
    }
  }

  start state Watching {
    on eResetDone do (answer: tAnswer) {
      assert current == 0 || current == answer.slot, "a reset brings a second device to address zero";
      if (answer.ok) {
        fresh += (answer.slot);
      }
    }
    on eEnumerate do (slot: int) {
      assert slot in fresh, "enumerated without a reset";
      assert current == 0, "two devices answer at address zero";
      fresh -= (slot);
      current = slot;
    }
    on eAddressed, eEnumerationFailed, eDeviceRemoved do Leaves;
  }
}

// No transfer goes to a device whose link sleeps, or is being put to sleep.
spec NoTransferAsleep observes eSuspendLink, eDeviceAwake, eDeviceRemoved, eTransfer {
  var asleep: set[int];

  fun Wakes(slot: int) {
    asleep -= (slot);
  }

  start state Watching {
    on eSuspendLink do (slot: int) {
      asleep += (slot);
    }
    on eDeviceAwake, eDeviceRemoved do Wakes;
    on eTransfer do (slot: int) {
      assert !(slot in asleep), "a transfer to a device that sleeps";
    }
  }
}
