// An eventset does not clash with types, enums or events; as a type the typedef is found first.
event Alarm;
eventset Alarm = { Alarm, halt };
type Volume = int;
eventset Volume = { Alarm };
enum Tone { FLAT, SHARP }
eventset Tone = { halt };

machine Clock {
  var loudness: Volume;
  var tone: Tone;
  var ringer: Alarm;
  start state Night {
    entry {
      loudness = 3 + 4;
      tone = SHARP;
      ringer = this to Alarm;
      send ringer, Alarm;
    }
    ignore Alarm;
  }
}
