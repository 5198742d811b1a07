import type { jobRunMachine } from '#machines/settings/scheduled-jobs.ts';
import type { Plan } from '../../paths.ts';
import { offline } from '../../samples.ts';
import { failedJob, queuedJob, restingJob, runningJob } from '../../scheduled-jobs.ts';

/** Long work like a run of a scheduled job. */
export const jobPlan: Plan<typeof jobRunMachine> = {
  inputs: [{}],
  events: {
    'job.start': [{ type: 'job.start', request: { project: 7, job: restingJob } }],
    'job.leave': [{ type: 'job.leave' }],
    retry: [{ type: 'retry' }],
    'network.returned': [{ type: 'network.returned' }],
  },
  sentences: {
    'job.start': 'Press Run now',
    'job.leave': 'Press Stop waiting while it runs, or Dismiss afterwards',
    retry: 'Press Retry in the notice of the run',
    'network.returned': 'Connect the network again',
  },
  answers: {
    startRun: [{ output: queuedJob }, { error: offline }],
    readRun: [
      { output: runningJob },
      { output: restingJob },
      { output: failedJob },
      { error: offline },
    ],
    network: [],
  },
};
