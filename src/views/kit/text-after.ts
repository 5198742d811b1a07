type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a stroke makes of a text; null where it is none of writing. A space begins nothing: it presses a button. */
export function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: Stroke): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Backspace') return text.slice(0, -1);
  return key.length === 1 && (key !== ' ' || text !== '') ? text + key : null;
}
