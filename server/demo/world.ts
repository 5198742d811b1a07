import type { Day } from '#contract/period.ts';

/** Identifies a demo: the same seed, first day and start always give the same events. */
export type World = { seed: number; firstDay: Day; startedAt: Date };
