import { approveHeldJob, type HoldDependencies } from './conversions/approve-held.ts';
import type { HealthDependencies } from './funnels/health/evaluate-step-health.ts';
import { stepHealthJob } from './funnels/health/health-job.ts';
import type { Job } from './jobs/define-job.ts';

/** All scheduled work of the product, in the order of its page. */
export const scheduledWork = (
  dependencies: HealthDependencies & HoldDependencies,
): readonly Job[] => [stepHealthJob(dependencies), approveHeldJob(dependencies)];
