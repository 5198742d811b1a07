/** The element that the bar is. */
export const filterBar = 'filters';

/** The bar is the last thing on the page: whoever opens it goes on in it, and not behind all the figures. */
export function enterFilterBar(): void {
  document
    .querySelector<HTMLElement>(`#${filterBar} .filter-group-head`)
    ?.focus({ preventScroll: true });
}

/** What a visit to the bar by its key goes back to: the bar as it was, and the place that was left. */
export type Visit = { bar: HTMLElement; isOpener: boolean; from: Element | null };

/** Goes to the bar; whoever is in it already is still on the visit before. */
export function visitFilterBar(before: Visit | null, go: () => void): Visit | null {
  const from = document.activeElement;
  const shown = document.getElementById(filterBar);
  go();
  const bar = document.getElementById(filterBar);
  return bar === null || bar.contains(from) ? before : { bar, isOpener: shown === null, from };
}

/** Only what the visit opened goes away with it. Where nothing was left, its button stands for the bar. */
export function leaveFilterBar(visit: Visit | null, left: EventTarget | null): Visit | null {
  if (!visit || !(left instanceof Node) || !visit.bar.contains(left)) return visit;
  const { isOpener, from } = visit;
  const dock = document.querySelector<HTMLElement>('.filters-dock');
  if (isOpener) dock?.click();
  const isPlace = from instanceof HTMLElement && from !== document.body && from.isConnected;
  (isPlace ? from : dock)?.focus();
  return null;
}
