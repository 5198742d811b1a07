import { describe, expect, it } from 'vitest';
import {
  beyond,
  mostInWhole,
  placeAfter,
  renderedAt,
  renderedIn,
} from '#views/dashboard/table/grid.ts';

const size = { rows: 5, columns: 3, page: 10 };
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  placeAfter({ key, ctrlKey }, { row, column }, size);

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

describe('the rows in the document', () => {
  it('are all of a few', () => {
    const room = { height: 36, room: 700, rows: mostInWhole };
    expect(renderedIn(room)).toBe(mostInWhole);
    expect(renderedAt(5_000, room)).toBe(0);
  });

  it.each([32, 28, 190])('are those in sight of a hundred thousand, %i px high', (height) => {
    for (const screen of [420, 732, 1_992]) {
      const room = { height, room: screen, rows: 100_000 };
      const count = renderedIn(room);
      expect(count).toBeLessThanOrEqual(mostInWhole);
      for (let top = 0; top <= room.rows * height - screen; top += 997_123) {
        const from = renderedAt(top, room);
        const visible = [Math.floor(top / height), Math.ceil((top + screen) / height)] as const;
        expect(from).toBeLessThanOrEqual(Math.max(visible[0] - beyond, 0));
        expect(from + count).toBeGreaterThanOrEqual(Math.min(visible[1] + beyond, room.rows));
      }
    }
  });

  it('stay the same while less than ten rows are scrolled', () => {
    const room = { height: 32, room: 732, rows: 100_000 };
    expect(renderedAt(32 * 45, room)).toBe(renderedAt(32 * 54, room));
    expect(renderedAt(32 * 55, room)).toBe(renderedAt(32 * 45, room) + 10);
  });
});
