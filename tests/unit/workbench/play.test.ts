import { expect, it } from 'vitest';
import { stepAt } from '../../../src/workbench/replay-path.ts';

it.each([
  ['1', 0],
  ['2', 1],
  ['4', 3],
  ['9', 3],
  ['0', 0],
  ['-3', 0],
  ['much', 0],
  [null, 3],
])('step %s of four is at %i', (request, at) => {
  expect(stepAt(request, 4)).toBe(at);
});
