import { createActor, fromPromise } from 'xstate';
import { jobRunMachine, scheduledJobsMachine } from '#machines/settings/scheduled-jobs.ts';
import { ScheduledJobs } from '#views/settings/ScheduledJobs.tsx';
import { jobPlan } from '../../plans/kit/job.ts';
import { sceneOf } from '../../scene.ts';
import { restingJob } from '../../scheduled-jobs.ts';
import { withActors } from '../../stub-machines.ts';

const list = createActor(
  scheduledJobsMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [restingJob] })) },
  }),
  { input: { scope: 7 } },
).start();

export const jobScene = sceneOf(jobRunMachine, jobPlan, {
  provide: withActors,
  view: (actor) => <ScheduledJobs actor={list} running={actor} project={7} zone="UTC" />,
});
