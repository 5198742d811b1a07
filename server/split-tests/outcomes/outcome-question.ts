import type { GoalType, TestUnit } from '#contract/split-tests/definition.ts';

/** What is asked of a test at one time. */
export type OutcomeQuestion = {
  project: number;
  test: string;
  unit: TestUnit;
  goal: GoalType;
  /** The event that reaches the goal. */
  event: string;
  /** Whether that is the event by which the project counts conversions. */
  isPrimary: boolean;
  startedAt: Date;
  windowHours: number;
  asOf: Date;
  /** The most that the value of one unit counts, as decimal text; null without a cap. */
  cap: string | null;
};
