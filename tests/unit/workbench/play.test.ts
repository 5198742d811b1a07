import { expect, it } from 'vitest';
import { stepAt } from '../../../src/workbench/play.ts';

it.each([
  ['1', 0],
  ['2', 1],
  ['4', 3],
  ['9', 3],
  ['0', 0],
  ['-3', 0],
  ['much', 0],
  [null, 3],
])('step %s of four is at %i', (asked, at) => {
  expect(stepAt(asked, 4)).toBe(at);
});
