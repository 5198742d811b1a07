import { useSelector } from '@xstate/react';
import { type ChangeEvent, useId } from 'react';
import type { OfferImport } from '#contract/offers/offer.ts';
import type { OfferImportActor } from '#machines/offers/offer-import.ts';
import { refusedIn } from '#model/offer-import.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { count } from '../../kit/format.ts';

/** Imports offers from a CSV file: its lines are shown before anything is stored. */
export function ImportDialog({
  importing,
  onClose,
}: {
  importing: OfferImportActor;
  onClose: () => void;
}) {
  const { file, found, problem } = useSelector(importing, ({ context }) => context);
  const busy = useSelector(importing, (snapshot) => snapshot.hasTag('busy'));
  const isFailed = useSelector(importing, (snapshot) => snapshot.hasTag('failed'));
  const isImported = useSelector(importing, (snapshot) => snapshot.matches('imported'));
  const canImport = useSelector(importing, (snapshot) => snapshot.can({ type: 'import.start' }));
  const id = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (chosen) importing.send({ type: 'file.choose', file: chosen });
  };
  return (
    <FormDialog title="Import offers" onClose={onClose}>
      <div className="offer-import" aria-busy={busy}>
        <p>
          A CSV file with one offer a line. A line whose offer_id exists changes that offer; others
          become new, pending offers. Nothing is stored before you have seen the lines.
        </p>
        <div className="offer-import-acts">
          <label className="button" htmlFor={id}>
            {file ? 'Choose another file' : 'Choose a file'}
          </label>
          <input
            id={id}
            className="only-read"
            type="file"
            accept=".csv,text/csv"
            disabled={busy}
            onChange={choose}
          />
          <Button look="quiet" onClick={() => importing.send({ type: 'template.save' })}>
            Save a template
          </Button>
        </div>
        <p role="status">{stateWords({ busy, file: file?.name ?? null, found, isImported })}</p>
        {isFailed && problem ? (
          <div className="figures-trouble" role="alert">
            <p>{problem.fields?.csv?.[0] ?? problem.message}</p>
            <Button
              size="small"
              aria-label="Retry the file"
              onClick={() => importing.send({ type: 'retry' })}
            >
              Retry
            </Button>
          </div>
        ) : null}
        {found && !busy ? <Refused found={found} /> : null}
      </div>
      <div className="note-acts">
        <Button look="quiet" onClick={onClose}>
          {isImported ? 'Done' : 'Cancel'}
        </Button>
        {isImported ? null : (
          <Button
            look="primary"
            disabled={!canImport}
            onClick={() => importing.send({ type: 'import.start' })}
          >
            {found ? `Import ${linesWords(found.created + found.changed)}` : 'Import'}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}

/** Each wrong line with the reasons, by column. */
function Refused({ found }: { found: OfferImport }) {
  const refused = refusedIn(found);
  if (refused.length === 0) return null;
  return (
    <ul className="offer-import-lines" aria-label="Lines that are left out">
      {refused.map(({ line, name, faults }) => (
        <li key={line}>
          <strong>
            Line {line}
            {name === '' ? '' : `, ${name}`}
          </strong>
          {faults.map(({ column, message }) => (
            <span key={`${column} ${message}`}>
              {column === '' ? message : `${column}: ${message}`}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function stateWords({
  busy,
  file,
  found,
  isImported,
}: {
  busy: boolean;
  file: string | null;
  found: OfferImport | null;
  isImported: boolean;
}): string {
  if (file === null) return '';
  if (busy) return `Reading ${file}`;
  if (!found) return file;
  const refused = refusedIn(found).length;
  const parts = isImported
    ? [`${count(found.created)} added`, `${count(found.changed)} changed`]
    : [`${count(found.created)} new`, `${count(found.changed)} to change`];
  const left = refused === 0 ? [] : [`${count(refused)} left out`];
  return `${file}: ${[...parts, ...left].join(', ')}.`;
}

const linesWords = (lines: number): string => (lines === 1 ? '1 line' : `${count(lines)} lines`);
