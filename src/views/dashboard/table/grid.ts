/** A cell of the table: the head is row -1. */
export type Place = { row: number; column: number };

type Size = { rows: number; columns: number; page: number };

/** Where a key leads from a cell; null for keys that lead nowhere. */
export function placeAfter(
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { row, column }: Place,
  { rows, columns, page }: Size,
): Place | null {
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

/** A table of so many rows is in the document whole, to be printed and searched; of a longer one only a part is. */
export const mostInWhole = 120;
const step = 10;
/** Rows that are at least there above those in sight, and below. */
export const beyond = step / 2;

/** How high a row is, how high the room that rows scroll in, and how many there are. */
type Room = { height: number; room: number; rows: number };

/** How many rows are in the document: those in sight and a few to either side of them. */
export const renderedIn = ({ height, room, rows }: Room): number =>
  rows <= mostInWhole
    ? rows
    : Math.min(Math.ceil(room / height / step) * step + 2 * step, mostInWhole);

/** Which of them is the first when so much is scrolled away. Steps keep single pixels from drawing anew. */
export function renderedAt(scrolled: number, room: Room): number {
  const first = Math.floor(scrolled / room.height) - beyond;
  const last = Math.ceil((room.rows - renderedIn(room)) / step) * step;
  return Math.max(0, Math.min(Math.floor(first / step) * step, last));
}

export const nameOf = ({ row, column }: Place): string => `${row}:${column}`;

export function placeOf(element: Element): Place | null {
  const [row, column] = (
    element.closest<HTMLElement>('[data-at]')?.dataset.at?.split(':') ?? []
  ).map(Number);
  return row === undefined || column === undefined ? null : { row, column };
}
