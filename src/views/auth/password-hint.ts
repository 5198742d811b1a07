/** The rule for passwords. */
export const passwordHint =
  '10 to 256 characters. A long phrase is better than a short, complicated word.';
