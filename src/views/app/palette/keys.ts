import { sidebarEntries } from '#machines/app/screens.ts';

export type Act =
  | { act: 'go'; path: string }
  | { act: 'filter' | 'range' | 'comparison' | 'side' | 'keys' | 'palette' };

type Key = { keys: readonly string[]; words: string; act: Act };

/** The key that goes with letters for what the app does: another on every system. */
export const modifier = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');

/** Every key stroke of the app, as the list behind `?` shows it. */
export const keyMap: readonly Key[] = [
  {
    keys: ['Mod', 'K'],
    words: 'Find a screen, an affiliate or an action',
    act: { act: 'palette' },
  },
  ...sidebarEntries.map(({ letter, title, path }) => ({
    keys: ['g', letter],
    words: `Go to ${title.toLowerCase()}`,
    act: { act: 'go' as const, path },
  })),
  { keys: ['/'], words: 'Filter', act: { act: 'filter' } },
  { keys: ['t'], words: 'Choose the date range', act: { act: 'range' } },
  {
    keys: ['c'],
    words: 'Compare with the whole period or its same part',
    act: { act: 'comparison' },
  },
  { keys: ['b'], words: 'Count as the browser or as the server saw it', act: { act: 'side' } },
  { keys: ['?'], words: 'Show this list', act: { act: 'keys' } },
];

/** The notices hear this one themselves; what they offer is a Tab away, and waits. */
export const noticeKey: Omit<Key, 'act'> = {
  keys: ['Alt', 't'],
  words: 'Go to the notice, to undo',
};

/** What a stroke is made of; `before` is the stroke right before it. */
type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { before: string };

/** Which act a stroke asks for. Strokes with a modifier are the browser's, except for the palette's. */
export function actOf({ key, ctrlKey, metaKey, altKey, before }: Stroke): Act | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? { act: 'palette' } : null;
  const strokes = before === 'g' ? ['g', key] : [key];
  return keyMap.find(({ keys }) => keys.join() === strokes.join())?.act ?? null;
}

/** Whether a letter pressed there belongs to what has the focus: a field, a menu, a dialog. */
export const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]',
  ) !== null;
