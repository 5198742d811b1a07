import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import type { ExportActor } from '#machines/app/export.ts';
import type { FigureRowsActor } from '#machines/dashboard/figure-rows.ts';
import { lazyPart, type PartUnavailable } from '../kit/lazy.tsx';
import { UnavailableOverlay } from '../kit/Unavailable.tsx';

const NoRows: PartUnavailable<{ actor: FigureRowsActor }> = ({ props: { actor }, onRetry }) => {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  return (
    <UnavailableOverlay
      isOpen={open}
      onRetry={onRetry}
      onClose={() => actor.send({ type: 'figure.close' })}
    />
  );
};

const FigureRows = lazyPart(async () => (await import('./FigureRows.tsx')).FigureRows, NoRows);

/** What is behind a figure, fetched when somebody opens one. */
export function LazyFigureRows({
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
