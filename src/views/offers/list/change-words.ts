/** What pausing means for money. */
export const pauseWords =
  'Clicks go to the fallback. Conversions of earlier clicks are still paid.';
