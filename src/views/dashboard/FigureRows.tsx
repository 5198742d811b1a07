import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { ArrowLeft, X } from 'lucide-react';
import type { ExportActor } from '#machines/app/export.ts';
import type { FigureRowsActor } from '#machines/dashboard/figure-rows.ts';
import { ExportNotice } from '../kit/ExportNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { FigureActs } from './FigureActs.tsx';
import { FigureList } from './FigureList.tsx';
import { FigureText } from './FigureText.tsx';
import { others, shownAmong } from './figure-words.ts';

/** What is behind a figure: what it is, the rows that add up to it, and what it leaves out. */
export function FigureRows({
  actor,
  exporter,
}: {
  actor: FigureRowsActor;
  exporter?: ExportActor | undefined;
}) {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const page = useSelector(actor, ({ context }) => context.page);
  const trail = useSelector(actor, ({ context }) => context.trail);
  const failed = useSelector(actor, (snapshot) => snapshot.matches({ open: 'failed' }));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const last = trail.at(-1);

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(wanted) => !wanted && actor.send({ type: 'figure.close' })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="figure-rows" aria-busy={busy}>
          <header className="figure-rows-head">
            {trail.length > 1 ? (
              <button
                type="button"
                className="icon-button"
                aria-label="Back to the figure before"
                onClick={() => actor.send({ type: 'part.close' })}
              >
                <ArrowLeft size={16} aria-hidden="true" />
              </button>
            ) : null}
            <Dialog.Title className="figure-rows-title">
              {page ? page.found.figure.title : 'Figure'}
            </Dialog.Title>
            {last ? <FigureActs actor={actor} figure={last} exporter={exporter} /> : null}
            <Dialog.Close className="icon-button" aria-label="Close">
              <X size={16} aria-hidden="true" />
            </Dialog.Close>
          </header>
          {page ? (
            <>
              <p className="figure-rows-value">
                {shownAmong(page.found.figure, page.found.filters)}
                {page.found.figure.unit === 'currency' ? <span> {page.currency}</span> : null}
              </p>
              <FigureText found={page.found} />
              {last ? (
                <fieldset className="figure-others">
                  <legend className="only-read">Another figure of the same</legend>
                  {Object.entries(others).map(([name, title]) => (
                    <button
                      key={name}
                      type="button"
                      className="figure-other"
                      aria-pressed={name === last.name}
                      onClick={() => actor.send({ type: 'figure.open', figure: { ...last, name } })}
                    >
                      {title}
                    </button>
                  ))}
                </fieldset>
              ) : null}
              <FigureList actor={actor} page={page} />
            </>
          ) : failed && problem ? (
            <Failed
              problem={problem}
              name="rows of the figure"
              onRetry={() => actor.send({ type: 'retry' })}
            />
          ) : (
            <TableSkeleton rows={12} columns={3} />
          )}
          {exporter ? <ExportNotice actor={exporter} /> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
