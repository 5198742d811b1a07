/** Blanks and control characters except NUL, which the check for storable text refuses. */
const blanks = /(?:\s|(?!\0)\p{Cc})+/gu;

/** Invisible characters that never distinguish two words: zero width space and word joiner. */
const invisible = /[\u200b\u2060]/g;

/**
 * The form in which every text of an event is kept: runs of blanks and line breaks are one space, the ends have none.
 */
export const tidyText = (text: string): string =>
  text.replace(invisible, '').replace(blanks, ' ').trim();
