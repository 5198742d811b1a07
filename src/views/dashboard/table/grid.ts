/** The position of a cell; the head is row -1. */
export type CellPosition = { row: number; column: number };

type Size = { rows: number; columns: number; page: number };

/** The cell that a key leads to; null for other keys. */
export function cellAfterKey(
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { row, column }: CellPosition,
  { rows, columns, page }: Size,
): CellPosition | null {
  const last = columns - 1;
  const within = (wanted: number) => Math.min(Math.max(wanted, -1), rows - 1);
  switch (key) {
    case 'ArrowUp':
      return { row: within(row - 1), column };
    case 'ArrowDown':
      return { row: within(row + 1), column };
    case 'ArrowLeft':
      return { row, column: Math.max(column - 1, 0) };
    case 'ArrowRight':
      return { row, column: Math.min(column + 1, last) };
    case 'PageUp':
      return { row: within(row - page), column };
    case 'PageDown':
      return { row: within(row + page), column };
    case 'Home':
      return ctrlKey ? { row: -1, column: 0 } : { row, column: 0 };
    case 'End':
      return ctrlKey ? { row: rows - 1, column: last } : { row, column: last };
    default:
      return null;
  }
}

/** Tables up to this length are rendered completely, for print and search; longer ones are virtualized. */
export const maxUnvirtualized = 120;
const step = 10;
/** The number of rows rendered above and below the visible ones. */
export const overscan = step / 2;

/** The row height, the viewport height and the number of rows. */
type Viewport = { height: number; room: number; rows: number };

/** The number of rendered rows. */
export const renderedCount = ({ height, room, rows }: Viewport): number =>
  rows <= maxUnvirtualized
    ? rows
    : Math.min(Math.ceil(room / height / step) * step + 2 * step, maxUnvirtualized);

/** The first rendered row at a scroll position, in steps, so that small scrolls do not re-render. */
export function firstRendered(scrolled: number, room: Viewport): number {
  const first = Math.floor(scrolled / room.height) - overscan;
  const last = Math.ceil((room.rows - renderedCount(room)) / step) * step;
  return Math.max(0, Math.min(Math.floor(first / step) * step, last));
}

export const nameOf = ({ row, column }: CellPosition): string => `${row}:${column}`;

export function placeOf(element: Element): CellPosition | null {
  const [row, column] = (
    element.closest<HTMLElement>('[data-at]')?.dataset.at?.split(':') ?? []
  ).map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
