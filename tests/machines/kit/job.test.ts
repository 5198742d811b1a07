import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { jobRunMachine } from '#machines/settings/scheduled-jobs.ts';
import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import { offline } from '../../support/samples.ts';
import { failedJob, queuedJob, restingJob, runningJob } from '../../support/scheduled-jobs.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Asked = { request: { project: number; job: ScheduledJobRow } };
const request = { project: 7, job: restingJob };

function started() {
  const start = scriptedRequest<ScheduledJobRow, Asked>();
  const poll = scriptedRequest<ScheduledJobRow, Asked & { run: ScheduledJobRow }>();
  const clock = new SimulatedClock();
  const actor = createActor(
    jobRunMachine.provide({ actors: { startRun: start.logic, readRun: poll.logic } }),
    { input: {}, clock },
  ).start();
  actor.send({ type: 'job.start', request });
  const reaches = (state: unknown) => expect.poll(() => actor.getSnapshot().value).toEqual(state);
  return { actor, clock, poll, start, reaches };
}

const resting = { running: 'resting' };
const polling = { running: 'polling' };

describe('long work of the server', () => {
  it('is polled with pauses that grow from 0.8 to 5 seconds', async () => {
    const { clock, poll, start, reaches } = started();
    start.answer({ output: queuedJob });
    for (const pause of [800, 1_600, 3_200, 5_000, 5_000]) {
      await reaches(resting);
      clock.increment(pause - 1);
      await reaches(resting);
      clock.increment(1);
      await reaches(polling);
      poll.answer({ output: runningJob });
    }
    await reaches(resting);
    clock.increment(5_000);
    await reaches(polling);
    poll.answer({ output: restingJob });
    await reaches('done');
    expect(poll.calls.map(({ run }) => run.state)).toEqual(['queued', ...Array(5).fill('running')]);
  });

  it('is no longer waited for after two minutes', async () => {
    const { actor, clock, start, reaches } = started();
    start.answer({ output: queuedJob });
    await reaches(resting);
    clock.increment(120_000);
    await reaches('background');
    actor.send({ type: 'job.start', request });
    await reaches('starting');
  });

  it('is not asked for twice because a poll failed', async () => {
    const { actor, clock, poll, start, reaches } = started();
    start.answer({ output: queuedJob });
    await reaches(resting);
    clock.increment(800);
    poll.answer({ error: offline });
    await reaches({ running: 'pollFailed' });
    actor.send({ type: 'retry' });
    await reaches(polling);
    poll.answer({ output: failedJob });
    await reaches('failed');
    expect([start.calls.length, poll.calls.length]).toEqual([1, 2]);
    actor.send({ type: 'retry' });
    await reaches('starting');
    expect(start.calls).toEqual([{ request }, { request }]);
  });
});
