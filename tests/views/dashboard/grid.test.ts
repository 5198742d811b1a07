import { describe, expect, it } from 'vitest';
import { cellAfterKey } from '#views/dashboard/table/grid.ts';

const size = { rows: 5, columns: 3, page: 10 };
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  cellAfterKey({ key, ctrlKey }, { row, column }, size);

describe('the keys of a grid', () => {
  it.each([
    ['ArrowDown', -1, 0, { row: 0, column: 0 }],
    ['ArrowDown', 4, 1, { row: 4, column: 1 }],
    ['ArrowUp', 0, 2, { row: -1, column: 2 }],
    ['ArrowLeft', 2, 0, { row: 2, column: 0 }],
    ['ArrowRight', 2, 2, { row: 2, column: 2 }],
    ['PageDown', 0, 1, { row: 4, column: 1 }],
    ['PageUp', 4, 1, { row: -1, column: 1 }],
    ['Home', 3, 2, { row: 3, column: 0 }],
    ['End', 3, 0, { row: 3, column: 2 }],
  ])('%s from row %i, column %i', (key, row, column, place) => {
    expect(press(key, row, column)).toEqual(place);
  });

  it('lead to the first and the last cell with Control, and nowhere otherwise', () => {
    expect(press('Home', 3, 2, true)).toEqual({ row: -1, column: 0 });
    expect(press('End', 0, 0, true)).toEqual({ row: 4, column: 2 });
    expect(press('a', 0, 0)).toBeNull();
  });
});
