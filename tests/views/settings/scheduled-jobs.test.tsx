import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { jobRunMachine, scheduledJobsMachine } from '#machines/settings/scheduled-jobs.ts';
import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import { ScheduledJobs } from '#views/settings/ScheduledJobs.tsx';
import { offline } from '../../support/samples.ts';
import { queuedJob, restingJob } from '../../support/scheduled-jobs.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Listing = { rows: ScheduledJobRow[] };
type Asked = { request: { project: number; job: ScheduledJobRow } };

function open() {
  const read = scriptedRequest<Listing, { scope: number; isRefresh: boolean }>();
  const start = scriptedRequest<ScheduledJobRow, Asked>();
  const actor = createActor(scheduledJobsMachine.provide({ actors: { readEntries: read.logic } }), {
    input: { scope: 7 },
  }).start();
  const running = createActor(jobRunMachine.provide({ actors: { startRun: start.logic } }), {
    input: {},
  }).start();
  render(<ScheduledJobs actor={actor} running={running} project={7} zone="UTC" />);
  return { read, start, user: userEvent.setup() };
}

const item = () => within(screen.getByRole('listitem', { name: restingJob.title }));
const button = () => item().getByRole('button', { name: `Run now: ${restingJob.title}` });
const isDisabled = () => button().getAttribute('aria-disabled') === 'true';

describe('scheduled work', () => {
  it('says when it ran last and runs next', async () => {
    const { read } = open();
    expect(screen.getByRole('region', { name: 'Scheduled' }).getAttribute('aria-busy')).toBe(
      'true',
    );
    read.answer({ output: { rows: [restingJob] } });
    await waitFor(() =>
      expect(
        item().getByText('Last run Nov 20, 2026, 20:00:00. Next run Nov 20, 2026, 20:15:00.'),
      ).toBeTruthy(),
    );
  });

  it.each([
    [
      'never ran',
      { last_run_at: null, last_ok: null },
      'Not run yet. Next run Nov 20, 2026, 20:15:00.',
    ],
    [
      'is set aside',
      { state: 'set_aside', last_ok: false, next_run_at: null },
      'Failed Nov 20, 2026, 20:00:00. Set aside until it is run again.',
    ],
    ['runs', { state: 'running' }, 'Last run Nov 20, 2026, 20:00:00. It is running.'],
    [
      'is not planned',
      { next_run_at: null },
      'Last run Nov 20, 2026, 20:00:00. Nothing is planned.',
    ],
  ] as const)('says that it %s', async (_, changes, words) => {
    const { read } = open();
    read.answer({ output: { rows: [{ ...restingJob, ...changes }] } });
    await waitFor(() => expect(item().getByText(words)).toBeTruthy());
  });

  it('runs one job at a time', async () => {
    const { read, start, user } = open();
    const other = { ...restingJob, id: 'imports', name: 'imports', title: 'Imports' };
    read.answer({ output: { rows: [restingJob, other] } });
    await waitFor(() => expect(isDisabled()).toBe(false));
    await user.click(button());
    expect(start.calls).toEqual([{ request: { project: 7, job: restingJob } }]);
    const beside = screen.getByRole('button', { name: 'Run now: Imports' });
    expect([beside.textContent, beside.getAttribute('aria-disabled')]).toEqual(['Run now', 'true']);
    start.answer({ output: queuedJob });
    await waitFor(() => expect(item().getByText(/It runs in a moment\.$/)).toBeTruthy());
  });

  it('says that it runs already', async () => {
    const { read, start, user } = open();
    read.answer({ output: { rows: [restingJob] } });
    await waitFor(() => expect(isDisabled()).toBe(false));
    await user.click(button());
    start.answer({ error: { kind: 'conflict', message: 'It is already running.' } });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('already running'));
    expect(button().textContent).toBe('Run now');
  });

  it('says that nothing is scheduled, or why the list could not be read', async () => {
    const { read, user } = open();
    read.answer({ error: offline });
    await waitFor(() => expect(screen.getByText(offline.message)).toBeTruthy());
    await user.click(screen.getByRole('button', { name: /^Retry/ }));
    read.answer({ output: { rows: [] } });
    await waitFor(() =>
      expect(screen.getByText('Nothing is scheduled in this version.')).toBeTruthy(),
    );
  });
});
