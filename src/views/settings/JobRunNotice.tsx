import { useSelector } from '@xstate/react';
import type { JobRunActor, JobRunSnapshot } from '#machines/settings/scheduled-jobs.ts';
import { Button } from '../kit/Button.tsx';
import { errorOf } from './failed-item-words.ts';

/** How far the run is that a person asked for, and then how it ended. */
export function JobRunNotice({ actor }: { actor: JobRunActor }) {
  const words = useSelector(actor, wordsOf);
  const isBad = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  if (words === null) return null;
  return (
    <div className="outcome" data-bad={isBad || undefined} role={isBad ? 'alert' : 'status'}>
      <p>{words}</p>
      <div className="settings-acts">
        {isBad ? (
          <Button size="small" look="quiet" onClick={() => actor.send({ type: 'retry' })}>
            Retry
          </Button>
        ) : null}
        <Button size="small" look="quiet" onClick={() => actor.send({ type: 'job.leave' })}>
          {isOpen ? 'Stop waiting' : 'Dismiss'}
        </Button>
      </div>
    </div>
  );
}

function wordsOf(snapshot: JobRunSnapshot): string | null {
  const { request, run, problem } = snapshot.context;
  if (request === null || snapshot.matches('idle')) return null;
  const { title } = request.job;
  if (snapshot.matches('refused')) return `“${title}” was not started. ${problem?.message ?? ''}`;
  if (snapshot.matches({ running: 'pollFailed' })) {
    return `“${title}” goes on, but how far it is could not be read. ${problem?.message ?? ''}`;
  }
  if (snapshot.matches('background')) return `“${title}” goes on by itself.`;
  if (snapshot.matches('done')) return `“${title}” is done.`;
  if (snapshot.matches('failed')) return `“${title}” failed. ${reasonOf(run)}`;
  return `“${title}” is running.`;
}

const reasonOf = (run: JobRunSnapshot['context']['run']): string =>
  run?.last_error && run.last_error_kind
    ? errorOf({ reason: run.last_error, reason_kind: run.last_error_kind })
    : '';
