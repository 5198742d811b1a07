import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import type { ExportActor } from '#machines/app/export.ts';
import type { FigureRowsActor } from '#machines/dashboard/figure-rows.ts';
import { type Absence, soon } from '../kit/lazy.tsx';
import { AbsentOver } from '../kit/Unavailable.tsx';

const NoRows: Absence<{ actor: FigureRowsActor }> = ({ props: { actor }, onRetry }) => {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  return (
    <AbsentOver
      isOpen={open}
      onRetry={onRetry}
      onClose={() => actor.send({ type: 'figure.close' })}
    />
  );
};

const FigureRows = soon(async () => (await import('./FigureRows.tsx')).FigureRows, NoRows);

/** What is behind a figure, fetched when somebody opens one. */
export function FigureRowsSoon({
  actor,
  exporter,
}: {
  actor: FigureRowsActor;
  exporter: ExportActor | undefined;
}) {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <FigureRows actor={actor} exporter={exporter} />
    </Suspense>
  ) : null;
}
