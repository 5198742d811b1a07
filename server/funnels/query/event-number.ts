/**
 * The bits of an event's number: its time above the steps it meets, these above a checksum of its id. The time has room
 * for four years.
 */
export const timeShift = 27;
export const maskShift = 13;

/** The time of an event's number, in milliseconds after the start of the window. */
export const timeOf = (place: string): string => `toInt64(bitShiftRight(${place}, ${timeShift}))`;

/** The least number of an event at a time, in milliseconds after the start of the window. */
export const placeAt = (time: number): string => `toUInt64(${BigInt(time) << BigInt(timeShift)})`;
