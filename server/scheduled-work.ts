import type { Job } from './jobs/define-job.ts';

/** All scheduled work of the product, in the order of its page. */
export const scheduledWork = (): readonly Job[] => [];
