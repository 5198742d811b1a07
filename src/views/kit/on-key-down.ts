/**
 * Listens to key presses of the whole page; returns a function that stops it. With `first` it runs in the capture
 * phase.
 */
export function onKeyDown(
  document: Document | undefined,
  hear: (event: KeyboardEvent) => void,
  { first = false } = {},
) {
  document?.addEventListener('keydown', hear, first);
  return () => document?.removeEventListener('keydown', hear, first);
}
