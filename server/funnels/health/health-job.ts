import { defineJob, type Job } from '../../jobs/define-job.ts';
import { readWatchedProjects } from '../published.ts';
import { evaluateStepHealth, type HealthDependencies } from './evaluate-step-health.ts';

/** Watches the steps of active funnels. */
export const stepHealthJob = (dependencies: HealthDependencies): Job =>
  defineJob({
    name: 'funnel-step-health',
    title: 'Step health of funnels',
    cron: '*/15 * * * *',
    projects: readWatchedProjects,
    work: (turn) => evaluateStepHealth(dependencies, turn),
  });
