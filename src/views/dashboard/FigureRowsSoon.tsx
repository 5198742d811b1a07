import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { ExportActor } from '#machines/export.ts';
import type { FigureRowsActor } from '#machines/figure-rows.ts';

const FigureRows = lazy(async () => ({ default: (await import('./FigureRows.tsx')).FigureRows }));

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
