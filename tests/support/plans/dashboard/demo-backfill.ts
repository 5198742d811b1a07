import type { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import type { Plan } from '../../paths.ts';
import { offline, settings } from '../../samples.ts';

export const demoBackfillPlan: Plan<typeof demoBackfillMachine> = {
  inputs: [{ isGrowing: true }, { isGrowing: false }],
  events: {},
  answers: {
    readSettings: [
      { output: { ...settings, filling: { days: 28, of: 400 } } },
      { output: settings },
      { error: offline },
    ],
  },
};
