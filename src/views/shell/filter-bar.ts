/** The element that the bar is. */
export const filterBar = 'filters';

/** The bar is the last thing on the page: whoever opens it goes on in it, and not behind all the figures. */
export function enterFilterBar(): void {
  document
    .querySelector<HTMLElement>(`#${filterBar} .filter-group-head`)
    ?.focus({ preventScroll: true });
}
