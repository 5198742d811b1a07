/** The longest text of an event: a name, an id, an address. */
export const longestText = 2_048;
/** A filter value can begin with a sign, and with another one that escapes it. */
export const longestValue = longestText + 2;
