// Tests and implementations share one name space.
machine Driver { start state Idle { } }
machine Loader { start state Idle { } }
test Product [main=Driver]: { Driver };
implementation Product [main=Loader]: { Loader };  //~ error: 'Product' is already declared
