/** Where the focus is in a table: in which row, and at which of what can be focused there. */
export type FocusPlace = { row: number; place: number };

const focusable = 'a, button, input, summary, [tabindex]';

export function focusIn(table: HTMLElement | null): FocusPlace | null {
  const { activeElement } = document;
  const row = activeElement?.closest<HTMLElement>('[data-index]');
  if (!activeElement || !row || !table?.contains(row)) return null;
  const place = [...row.querySelectorAll(focusable)].indexOf(activeElement);
  return place === -1 ? null : { row: Number(row.dataset.index), place };
}

/** Gives the focus to the element that replaces the one that had it. */
export function focusAgain(table: HTMLElement | null, { row, place }: FocusPlace): void {
  table
    ?.querySelectorAll<HTMLElement>(`[data-index="${row}"] :is(${focusable})`)
    [place]?.focus({ preventScroll: true });
}
