// Aliases may be used before they are declared and may name other aliases.
event eBook: tBooking;
type tBooking = (guest: tGuest, nights: tNights);
type tNights = tCount;
type tGuest = string;
type tCount = int;

machine Hotel {
  var total: tCount;
  start state Open {
    on eBook do (b: (guest: string, nights: int)) {
      var n: tNights;
      n = b.nights;
      total = total + n;
    }
  }
}
