type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The text after a key press; null if the key does not write. A space at the beginning presses the button instead. */
export function textAfterKey(
  text: string,
  { key, ctrlKey, metaKey, altKey }: Stroke,
): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Backspace') return text.slice(0, -1);
  return key.length === 1 && (key !== ' ' || text !== '') ? text + key : null;
}
