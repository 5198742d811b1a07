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

export const nameOf = ({ row, column }: CellPosition): string => `${row}:${column}`;

export function placeOf(element: Element): CellPosition | null {
  const [row, column] = (
    element.closest<HTMLElement>('[data-at]')?.dataset.at?.split(':') ?? []
  ).map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
