import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ScheduledJob } from '#contract/jobs/schemas.ts';
import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries } from '../kit/collection-requests.ts';

type Asked = { request: { project: number; job: ScheduledJobRow } };

const rowOf = (job: ScheduledJob): ScheduledJobRow => ({ ...job, id: job.name });

/** `GET jobs/`. */
export const readScheduledJobs = (api: Api): ReadEntries<number, ScheduledJobRow> =>
  fromPromise(async ({ input: { scope: project_id }, signal }) => ({
    rows: (await api.call('scheduledJobs', { query: { project_id }, signal })).map(rowOf),
  }));

/** `POST jobs/{name}/run/`. */
export const startJobRun = (api: Api): PromiseActorLogic<ScheduledJobRow, Asked> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const params = { name: request.job.name };
    const body = { project_id: request.project };
    return rowOf(await api.call('runJob', { params, body, signal }));
  });

/** `GET jobs/`, of which the job that was asked for. */
export const readJobRun = (
  api: Api,
): PromiseActorLogic<ScheduledJobRow, Asked & { run: ScheduledJobRow }> =>
  fromPromise(async ({ input: { request, run }, signal }) => {
    const query = { project_id: request.project };
    const jobs = await api.call('scheduledJobs', { query, signal });
    const job = jobs.find(({ name }) => name === request.job.name);
    return job ? rowOf(job) : run;
  });
