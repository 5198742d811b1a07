import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';

export const restingJob: ScheduledJobRow = {
  id: 'step-health',
  name: 'step-health',
  title: 'Health of funnel steps',
  state: 'resting',
  last_run_at: '2026-11-20T20:00:00.000Z',
  last_finished_at: '2026-11-20T20:00:02.000Z',
  last_ok: true,
  last_error: null,
  last_error_kind: null,
  next_run_at: '2026-11-20T20:15:00.000Z',
};

export const queuedJob: ScheduledJobRow = { ...restingJob, state: 'queued' };
export const runningJob: ScheduledJobRow = { ...restingJob, state: 'running' };
export const failedJob: ScheduledJobRow = {
  ...restingJob,
  last_ok: false,
  last_error: 'the report has no rows',
  last_error_kind: 'other',
};
