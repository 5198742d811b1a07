/** Characters that no store can hold: NUL and single halves of surrogate pairs. */
export const unstorablePattern = /[\0\p{Surrogate}]/u;

/** A text without these characters. */
export const withoutUnstorable = (text: string): string =>
  text.replaceAll(/[\0\p{Surrogate}]/gu, '');
