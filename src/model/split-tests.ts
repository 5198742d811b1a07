import type { Preset } from '#contract/period.ts';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import type { OwnDaysPlace } from './own-days.ts';

/** A test is read over its whole life, so the days of the address are not used. */
export const defaultTestRange: Preset = 'last_30_days';

/** What the address of a split test's screen says. */
export type SplitTestPlace = OwnDaysPlace & {
  /** Null on the list and in the wizard. */
  id: string | null;
};
export type SplitTestRecalledEvent = { type: 'address.recalled'; place: SplitTestPlace };

/** The parameter of the wizard's address that names the draft to go on with. */
export const draftParam = 'draft';

/** The addresses of the screens; a tab is a hash. */
export const splitTestPaths = {
  list: '/split-test',
  add: '/split-test/add',
  detail: (id: string): string => `/split-test/${encodeURIComponent(id)}`,
} as const;

/** An act on one test of the list. */
export type TestAction = { kind: 'pause' | 'resume' | 'stop' | 'duplicate'; test: TestLine };

/** Days that the test may still run; null before its start. */
export const daysLeftOf = ({
  days,
  max_runtime_days: most,
}: Pick<TestLine, 'days' | 'max_runtime_days'>): number | null =>
  days === null ? null : Math.max(0, Math.ceil(most - days));
