/** The id of the sidebar. */
export const filterBar = 'filters';

/** Focuses the sidebar, which is the last element of the page. */
export function enterFilterBar(): void {
  document
    .querySelector<HTMLElement>(`#${filterBar} .filter-group-head`)
    ?.focus({ preventScroll: true });
}

/** The state before a keyboard visit to the sidebar: whether it was open, and the focused element. */
export type FilterBarVisit = { bar: HTMLElement; isOpener: boolean; from: Element | null };

/** Moves to the sidebar; a visit that is already running continues. */
export function visitFilterBar(
  before: FilterBarVisit | null,
  go: () => void,
): FilterBarVisit | null {
  const from = document.activeElement;
  const shown = document.getElementById(filterBar);
  go();
  const bar = document.getElementById(filterBar);
  return bar === null || bar.contains(from) ? before : { bar, isOpener: shown === null, from };
}

/**
 * Returns from the sidebar and closes it if the visit opened it. Without an earlier element, its button gets the focus.
 */
export function leaveFilterBar(
  visit: FilterBarVisit | null,
  left: EventTarget | null,
): FilterBarVisit | null {
  if (!visit || !(left instanceof Node) || !visit.bar.contains(left)) return visit;
  const { isOpener, from } = visit;
  const dock = document.querySelector<HTMLElement>('.filters-dock');
  if (isOpener) dock?.click();
  const isPlace = from instanceof HTMLElement && from !== document.body && from.isConnected;
  (isPlace ? from : dock)?.focus();
  return null;
}
