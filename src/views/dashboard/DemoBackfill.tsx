import { useSelector } from '@xstate/react';
import type { DemoBackfillActor } from '#machines/dashboard/demo-backfill.ts';
import { count } from '../kit/format.ts';

/** Says that a demo's history is still being generated, which changes the figures of past days. */
export function DemoBackfill({ actor }: { actor: DemoBackfillActor | undefined }) {
  const filling = useSelector(actor, (snapshot) => snapshot?.context.filling ?? null);
  if (!filling) return null;
  return (
    <>
      , growing: {count(filling.days)} of the demo’s {count(filling.of)} days are in
    </>
  );
}
