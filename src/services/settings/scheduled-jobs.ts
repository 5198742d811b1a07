import { fromPromise } from 'xstate';
import type { ScheduledJob } from '#contract/jobs/schemas.ts';
import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction } from '../kit/collection-requests.ts';

type Run = { kind: 'run'; job: ScheduledJobRow };
type Clock = Pick<Window, 'setTimeout' | 'clearTimeout'>;

const rowOf = (job: ScheduledJob): ScheduledJobRow => ({ ...job, id: job.name });

/** The pauses between two looks at a run, in milliseconds: together two minutes. */
const pauses = [800, 1_600, 3_200, ...Array<number>(23).fill(5_000)];

/** `GET jobs/`. */
export const readScheduledJobs = (api: Api): ReadEntries<number, ScheduledJobRow> =>
  fromPromise(async ({ input: { scope: project_id }, signal }) => ({
    rows: (await api.call('scheduledJobs', { query: { project_id }, signal })).map(rowOf),
  }));

/**
 * `POST jobs/{name}/run/`, then `GET jobs/` until the run has ended. A run that takes longer than two minutes goes on
 * by itself, and the list says so.
 */
export const runScheduledJob = (
  api: Api,
  clock: Clock,
): RunAction<number, ScheduledJobRow, Run, never> =>
  fromPromise(async ({ input: { scope: project_id, action }, signal }) => {
    const { name } = action.job;
    let job = await api.call('runJob', { params: { name }, body: { project_id }, signal });
    for (const pause of pauses) {
      if (job.state !== 'running' && job.state !== 'queued') break;
      await wait(clock, pause, signal);
      const jobs = await api.call('scheduledJobs', { query: { project_id }, signal });
      job = jobs.find((one) => one.name === name) ?? job;
    }
    return { entry: rowOf(job) };
  });

/** Ends early when the request is aborted; the next call then fails. */
const wait = (clock: Clock, time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = clock.setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clock.clearTimeout(timer);
      resolve();
    });
  });
