import { useSelector } from '@xstate/react';
import type { SavePeopleActor } from '#machines/funnels/funnel-people.ts';
import type { PeopleQuestion } from '#model/funnel-dashboard.ts';
import { Button } from '../../kit/Button.tsx';

/** Saves the people as a file; the server writes at most 50,000, and the name of the file says so. */
export function SavePeople({
  actor,
  question,
}: {
  actor: SavePeopleActor;
  question: PeopleQuestion;
}) {
  const isRunning = useSelector(actor, (task) => task.matches('running'));
  const isDone = useSelector(actor, (task) => task.matches('done'));
  const isFailed = useSelector(actor, (task) => task.matches('failed'));
  const { result, problem } = useSelector(actor, ({ context }) => context);
  if (isRunning) {
    return (
      <div className="people-saving" role="status">
        <progress aria-label="The file is being written" />
        <Button size="small" onClick={() => actor.send({ type: 'task.cancel' })}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className="people-saving">
      {isDone && result ? <p role="status">Saved {result}.</p> : null}
      {isFailed && problem ? <p role="alert">The file was not saved. {problem.message}</p> : null}
      <Button
        size="small"
        onClick={() => actor.send({ type: 'task.start', request: { question, format: 'csv' } })}
      >
        Export CSV
      </Button>
      <Button
        size="small"
        onClick={() => actor.send({ type: 'task.start', request: { question, format: 'xlsx' } })}
      >
        Export XLSX
      </Button>
    </div>
  );
}
