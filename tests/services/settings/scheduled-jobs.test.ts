import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { ScheduledJob } from '#contract/jobs/schemas.ts';
import type { Api } from '#services/kit/api.ts';
import { readJobRun, startJobRun } from '#services/settings/scheduled-jobs.ts';
import { queuedJob, restingJob } from '../../support/scheduled-jobs.ts';

const request = { project: 7, job: restingJob };

/** A server that answers each call by its name, and records what it was asked. */
function server(answers: Record<string, ScheduledJob | ScheduledJob[]>) {
  const sent: [string, object][] = [];
  const call = async (name: string, { signal: _, ...call }: { signal: AbortSignal }) => {
    sent.push([name, call]);
    return answers[name];
  };
  return { api: { call } as unknown as Api, sent };
}

describe('a run of scheduled work', () => {
  it('is asked for by its name', async () => {
    const { api, sent } = server({ runJob: queuedJob });
    const run = await toPromise(createActor(startJobRun(api), { input: { request } }).start());
    expect(run).toEqual(queuedJob);
    expect(sent).toEqual([
      ['runJob', { params: { name: 'step-health' }, body: { project_id: 7 } }],
    ]);
  });

  it('is found in the list, and stays as it was when the list leaves it out', async () => {
    const other = { ...restingJob, id: 'imports', name: 'imports' };
    const input = { request, run: queuedJob };
    const read = (jobs: ScheduledJob[]) =>
      toPromise(createActor(readJobRun(server({ scheduledJobs: jobs }).api), { input }).start());
    expect(await read([other, restingJob])).toEqual(restingJob);
    expect(await read([other])).toEqual(queuedJob);
  });
});
