/** Hears the strokes of a whole page, until what it answers is called. With `first`, before anything on the page does. */
export function listen(
  document: Document | undefined,
  hear: (event: KeyboardEvent) => void,
  { first = false } = {},
) {
  document?.addEventListener('keydown', hear, first);
  return () => document?.removeEventListener('keydown', hear, first);
}
