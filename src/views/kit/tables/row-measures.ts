/** What is read from the document of rows that are drawn as lines of a table, as lines of a grid or as cards. */

export const bodyOf = (frame: HTMLElement | null): HTMLElement | null =>
  frame?.querySelector<HTMLElement>('tbody') ?? null;

export const rowsIn = (body: HTMLElement): [number, HTMLElement][] =>
  [...body.querySelectorAll<HTMLElement>(':scope > [data-index]')].map((row) => [
    Number(row.dataset.index),
    row,
  ]);

/** A row of a grid has no box of its own: its cells are as high as its line. */
const boxOf = (row: HTMLElement): HTMLElement | null =>
  row.offsetHeight > 0 ? row : (row.firstElementChild as HTMLElement | null);

export const heightOf = (row: HTMLElement): number => boxOf(row)?.offsetHeight ?? 0;

/** The element that scrolls the rows; null for the page. */
export function scrollerOf(body: HTMLElement): HTMLElement | null {
  for (let one = body.parentElement; one && one !== document.body; one = one.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (scrolls && one.scrollHeight > one.clientHeight + 1) return one;
  }
  return null;
}

/** How far below the top of what scrolls the first row or the room before it begins. */
export function topIn(body: HTMLElement, scroller: HTMLElement | null): number {
  const first = body.firstElementChild as HTMLElement | null;
  const box = first && (boxOf(first) ?? first);
  const top = box?.getBoundingClientRect().top ?? 0;
  return scroller
    ? top - scroller.getBoundingClientRect().top - scroller.clientTop + scroller.scrollTop
    : top + window.scrollY;
}
