// What coherence means, three times: as a rule about permissions, as a rule about data, and as a
// promise that requests are answered.

// Permissions: many readers, or one writer. A cache holds a copy from the moment the home sends
// the grant to the moment the cache sends the acknowledgement that gives it up.
spec SingleWriter observes eGrantShared, eGrantExclusive, eInvalidateAck {
  var readers: set[machine];
  var writer: machine;

  start state Watching {
    on eGrantShared do (copy: tCopy) {
      assert writer == null, "shared copy granted while a cache owns the line";
      readers += (copy.cache);
    }
    on eGrantExclusive do (copy: tCopy) {
      assert writer == null, "exclusive copy granted while a cache owns the line";
      readers -= (copy.cache);   // an upgrade
      assert sizeof(readers) == 0, "exclusive copy granted while another cache shares the line";
      writer = copy.cache;
    }
    on eInvalidateAck do (copy: tCopy) {
      readers -= (copy.cache);
      if (writer == copy.cache) {
        writer = null;
      }
    }
  }
}

// Data: every load sees the latest store, wherever it was made, and no store is lost.
spec SeesLastStore observes eLoaded, eStored {
  var stores: int;

  start state Watching {
    on eLoaded do (copy: tCopy) {
      assert copy.value == stores,
        format("a cache read the value of store {0}, the latest is {1}", copy.value, stores);
    }
    on eStored do (copy: tCopy) {
      assert copy.value == stores + 1, format("store {0} was lost", stores);
      stores = copy.value;
    }
  }
}

// Progress: whoever asks is granted a copy in the end.
spec EveryAskIsGranted observes eAskShared, eAskExclusive, eGrantShared, eGrantExclusive {
  var asking: set[machine];

  start cold state Quiet {
    on eAskShared, eAskExclusive goto Asking with (cache: machine) {
      asking += (cache);
    }
  }

  hot state Asking {
    on eAskShared, eAskExclusive do (cache: machine) {
      asking += (cache);
    }
    on eGrantShared, eGrantExclusive do (copy: tCopy) {
      asking -= (copy.cache);
      if (sizeof(asking) == 0) {
        goto Quiet;
      }
    }
  }
}
