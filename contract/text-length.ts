/** How long a text of an event may be: a name, an id, an address. */
export const longestText = 2_048;
/** A value to filter by can have a sign before the text, and one that takes the sign for a letter. */
export const longestValue = longestText + 2;
