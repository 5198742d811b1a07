import { sidebarEntries } from '#machines/app/screens.ts';

export type Act =
  | { act: 'go'; path: string }
  | { act: 'filter' | 'range' | 'comparison' | 'side' | 'keys' | 'palette' };

type Key = { keys: readonly string[]; words: string; act: Act };

/** The name of the platform's modifier key. */
export const modifier = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl');

/** Every keyboard shortcut, as the list behind `?` shows it. */
export const keyMap: readonly Key[] = [
  {
    keys: ['Mod', 'K'],
    words: 'Find an order, a campaign, a page or an action',
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

/** The toast library handles this key itself; it focuses the toast, and Tab leads to its button. */
export const noticeKey: Omit<Key, 'act'> = {
  keys: ['Alt', 't'],
  words: 'Go to the notice, to undo',
};

/** A key press; `before` is the key pressed right before it. */
type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { before: string };

/** The action of a key press. Keys with a modifier belong to the browser, except the palette's. */
export function actOf({ key, ctrlKey, metaKey, altKey, before }: Stroke): Act | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? { act: 'palette' } : null;
  const strokes = before === 'g' ? ['g', key] : [key];
  return keyMap.find(({ keys }) => keys.join() === strokes.join())?.act ?? null;
}

/** Whether the focused element handles letters itself: a field, a menu, a dialog. */
export const belongsToControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]',
  ) !== null;
