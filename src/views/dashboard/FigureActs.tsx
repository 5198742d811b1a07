import { useSelector } from '@xstate/react';
import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import type { ExportActor } from '#machines/app/export.ts';
import type { FigureListActor } from '#machines/dashboard/figure-rows.ts';
import type { ShownFigure } from '#model/figure-rows.ts';
import { ExportMenu } from '../kit/ExportMenu.tsx';
import { linkTo } from './write-figure-link.ts';

/** The actions on an open figure: copy its link, export its rows. */
export function FigureActs({
  list,
  figure,
  exporter,
}: {
  list: FigureListActor;
  figure: ShownFigure;
  exporter: ExportActor | undefined;
}) {
  const found = useSelector(list, ({ context }) => context.firstPage?.found);
  const question = useSelector(list, ({ context }) => context.query);
  return (
    <>
      <CopyLink figure={figure} />
      {exporter && found && found.total_rows > 0 ? (
        <ExportMenu
          label="Export the rows"
          className="figure-acts"
          onChoose={(form) =>
            exporter.send({
              type: 'export.start',
              request: {
                title: `${found.figure.title}, row by row,`,
                report: 'figure-rows',
                ...form,
                question,
              },
            })
          }
        />
      ) : null}
    </>
  );
}

/** Browsers refuse the clipboard without a secure origin or permission. */
function CopyLink({ figure }: { figure: ShownFigure }) {
  const [copyState, setCopyState] = useState('');
  const copy = async () => {
    setCopyState(
      await navigator.clipboard.writeText(linkTo(figure, window.location.href)).then(
        () => 'Link copied',
        () => 'Copying is not allowed here',
      ),
    );
  };
  const Icon = copyState === 'Link copied' ? Check : Link2;
  return (
    <>
      <span className="figure-rows-said" role="status">
        {copyState}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="Copy a link to this figure"
        onClick={copy}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
    </>
  );
}
