// Comments may stand between any two tokens, also inside a declaration, a type or an expression.
event /* name next */ eTick /* no blank needed */: // the payload follows
  int /* still the payload */;
/* before a machine */ machine/**/Clock/**/{
  var ticks /* how many */ : map /* key */ [ int /* then */ , /***/ bool ];
  start /* first */ state // the only one
  Run {
    on /* which? */ eTick do /* handler */ ( /* parameter */ n : int /* done */ ) {
      ticks /* index */ [ n /* + 1 */ + /* one */ 2 ] // assign
        = /* always */ true;
      if /* c */ ( n /* < */ > 3 ) /* then */ return /* nothing */ ; /* or */ else /* go on */ ;
    } // end of handler
  } /* end of state */
} /* end of machine */ // end of program
