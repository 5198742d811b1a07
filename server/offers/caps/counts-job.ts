import { defineJob, type Job } from '../../jobs/define-job.ts';
import { readCappedProjects } from './cap-rows.ts';
import { type CountDependencies, recountCaps } from './recount.ts';

const ratesLast = 10 * 60_000;

/** Counts caps again every minute: what a process that ended had not counted, and what comes with time alone. */
export const offerCountsJob = (dependencies: CountDependencies): Job =>
  defineJob({
    name: 'offer-counts',
    title: 'Caps of offers',
    cron: '* * * * *',
    projects: readCappedProjects,
    work: ({ project }) =>
      recountCaps(dependencies, project, { offerIds: null, withClicks: true, ratesLast }),
  });
