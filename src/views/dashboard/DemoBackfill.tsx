import { useSelector } from '@xstate/react';
import type { DemoBackfillActor } from '#machines/dashboard/demo-backfill.ts';
import { count } from '../kit/format.ts';

/** Says why figures of past days grow while nobody does anything, for as long as they do. */
export function DemoBackfill({ actor }: { actor: DemoBackfillActor | undefined }) {
  const filling = useSelector(actor, (snapshot) => snapshot?.context.filling ?? null);
  if (!filling) return null;
  return (
    <>
      , growing: {count(filling.days)} of the demo’s {count(filling.of)} days are in
    </>
  );
}
