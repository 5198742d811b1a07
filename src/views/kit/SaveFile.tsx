import { useSelector } from '@xstate/react';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { TaskActor } from '#machines/kit/task.ts';
import { Button } from './Button.tsx';
import { Outcome } from './Outcome.tsx';
import './save-file.css';

/** Saves a list to a file, as CSV or XLSX; writing the file can be stopped. */
export function SaveFile<Request>({
  actor,
  requestOf,
}: {
  actor: TaskActor<Request, string>;
  requestOf: (format: SpreadsheetFormat) => Request;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  if (busy) {
    return (
      <div className="file-writing" role="status">
        <progress aria-label="The file is being written" />
        <Button size="small" onClick={() => actor.send({ type: 'task.cancel' })}>
          Stop saving
        </Button>
      </div>
    );
  }
  const save = (format: SpreadsheetFormat) => () =>
    actor.send({ type: 'task.start', request: requestOf(format) });
  return (
    <>
      <Button size="small" onClick={save('csv')}>
        Save as CSV
      </Button>
      <Button size="small" onClick={save('xlsx')}>
        Save as XLSX
      </Button>
    </>
  );
}

/** The name of the saved file, or why none was saved, until it is dismissed. */
export function SavedFile<Request>({ actor }: { actor: TaskActor<Request, string> }) {
  const { result, problem } = useSelector(actor, ({ context }) => context);
  const isOver = useSelector(
    actor,
    (snapshot) => snapshot.matches('done') || snapshot.matches('failed'),
  );
  if (!isOver) return null;
  const dismiss = () => actor.send({ type: 'task.dismiss' });
  if (problem) {
    return (
      <Outcome isBad onDismiss={dismiss}>{`The file was not saved. ${problem.message}`}</Outcome>
    );
  }
  return <Outcome onDismiss={dismiss}>{`Saved ${result}.`}</Outcome>;
}
