import { approveHeldJob, type HoldDependencies } from './conversions/approve-held.ts';
import type { HealthDependencies } from './funnels/health/evaluate-step-health.ts';
import { stepHealthJob } from './funnels/health/health-job.ts';
import type { Job } from './jobs/define-job.ts';
import { offerCountsJob } from './offers/caps/counts-job.ts';
import type { CountDependencies } from './offers/caps/recount.ts';
import { snapshotJob } from './split-tests/snapshot-job.ts';

/** All scheduled work of the product, in the order of its page. */
export const scheduledWork = (
  dependencies: HealthDependencies & CountDependencies & HoldDependencies,
): readonly Job[] => [
  stepHealthJob(dependencies),
  offerCountsJob(dependencies),
  approveHeldJob(dependencies),
  snapshotJob(dependencies),
];
