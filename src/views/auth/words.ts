/** What a password has to hold. */
export const passwordNote = '10 to 256 characters. A long phrase is better than a short riddle.';
