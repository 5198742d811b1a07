import type { testResultsMachine } from '#machines/split-tests/test-results.ts';
import type { Plan } from '../../paths.ts';
import {
  collectingResults,
  immatureResults,
  insufficientResults,
  mismatchedResults,
  readyResults,
  rowOf,
  testScope,
} from '../../split-test-detail.ts';

export const testResultsPlan: Plan<typeof testResultsMachine> = {
  inputs: [{ scope: testScope }],
  events: {
    'list.read': [
      { type: 'list.read', rows: [rowOf(null)] },
      { type: 'list.read', rows: [rowOf(insufficientResults)] },
      { type: 'list.read', rows: [rowOf(immatureResults)] },
      { type: 'list.read', rows: [rowOf(collectingResults)] },
      { type: 'list.read', rows: [rowOf(readyResults)] },
      { type: 'list.read', rows: [rowOf(mismatchedResults)] },
    ],
    'results.refresh': [{ type: 'results.refresh' }],
  },
  sentences: {
    'list.read': 'Wait until the results are read',
    'results.refresh': 'Change the test, so that its results are read again',
  },
  answers: { latest: [], series: [] },
};
