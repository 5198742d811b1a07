import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { ArrowLeft, X } from 'lucide-react';
import { useState } from 'react';
import type { ExportActor } from '#machines/app/export.ts';
import type { FigureListActor, FigureRowsActor } from '#machines/dashboard/figure-rows.ts';
import { ExportNotice } from '../kit/ExportNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { FigureActs } from './FigureActs.tsx';
import { FigureList } from './FigureList.tsx';
import { FigureText } from './FigureText.tsx';
import { figureTextOf, otherFigures } from './figure-words.ts';
import '../kit/drawer.css';
import './figure-rows.css';

type Props = { actor: FigureRowsActor; exporter?: ExportActor | undefined };

/** The dialog with the rows of a figure. The last list stays in it while it closes. */
export function FigureRows({ actor, exporter }: Props) {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const list = useSelector(actor, ({ children }) => children.list);
  const [shown, setShown] = useState(list);
  if (list && list !== shown) setShown(list);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(wanted) => !wanted && actor.send({ type: 'figure.close' })}
    >
      {shown ? <FigureDialog actor={actor} list={shown} exporter={exporter} /> : null}
    </Dialog.Root>
  );
}

/** The figure's definition, its rows, and what it excludes. */
function FigureDialog({ actor, list, exporter }: Props & { list: FigureListActor }) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const page = useSelector(list, ({ context }) => context.firstPage);
  const trail = useSelector(actor, ({ context }) => context.trail);
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'));
  const problem = useSelector(list, ({ context }) => context.problem);
  const last = trail.at(-1);

  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="drawer figure-rows" aria-busy={busy}>
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
          {last ? <FigureActs list={list} figure={last} exporter={exporter} /> : null}
          <Dialog.Close className="icon-button" aria-label="Close">
            <X size={16} aria-hidden="true" />
          </Dialog.Close>
        </header>
        {page ? (
          <>
            <p className="figure-rows-value">
              {figureTextOf(page.found.figure, page)}
              {page.found.figure.unit === 'currency' ? <span> {page.currency}</span> : null}
            </p>
            <FigureText found={page.found} />
            {last ? (
              <fieldset className="figure-others">
                <legend className="only-read">Another figure of the same</legend>
                {Object.entries(otherFigures).map(([name, title]) => (
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
            <FigureList actor={actor} list={list} page={page} />
          </>
        ) : failed && problem ? (
          <Failed
            problem={problem}
            name="rows of the figure"
            onRetry={() => list.send({ type: 'retry' })}
          />
        ) : (
          <TableSkeleton rows={12} columns={3} />
        )}
        {exporter ? <ExportNotice actor={exporter} /> : null}
      </Dialog.Popup>
    </Dialog.Portal>
  );
}
