import { expect, it } from 'vitest';
import { cellsIn } from '#server/analytics/runner/tab-separated.ts';

it('splits the cells of an answer', () => {
  expect(cellsIn('')).toEqual([]);
  expect(cellsIn('1.50\t\\N\tx\n\t2\ty\n')).toEqual([
    ['1.50', null, 'x'],
    ['', '2', 'y'],
  ]);
  expect(cellsIn('\n')).toEqual([['']]);
});

it('restores texts exactly', () => {
  expect(cellsIn("a\\tb\\nc\\\\d\\'e\\0\t\\\\N\n")).toEqual([["a\tb\nc\\d'e\0", '\\N']]);
});
