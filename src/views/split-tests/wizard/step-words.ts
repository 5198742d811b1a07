import type { TestUnit } from '#contract/split-tests/definition.ts';

export const unitWords: Record<TestUnit, string> = {
  visitor: 'A visitor, for all visits',
  click: 'Each click anew',
};

/** The units of a test in the plural. */
export const unitsWord: Record<TestUnit, string> = { visitor: 'visitors', click: 'clicks' };
