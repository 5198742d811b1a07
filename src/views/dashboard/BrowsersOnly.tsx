import { useSelector } from '@xstate/react';
import type { RcData } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question } from '#model/query.ts';
import { BrowsersOnlyNote } from './BrowsersOnlyNote.tsx';

/** Why the cards of a shop that reports through the pixel alone show 0, and the switch that changes it. */
export function BrowsersOnly({
  actor,
  selection,
}: {
  actor: LoaderActor<RcData, Question>;
  selection: SelectionActor;
}) {
  const answer = useSelector(actor, ({ context }) => context.answer);
  const isByServer = useSelector(actor, ({ context }) => !context.query.browserConversions);
  if (!answer || !isByServer) return null;
  return (
    <BrowsersOnlyNote
      sides={answer.data}
      currency={answer.freshness.currency}
      action="Count browser conversions"
      onAct={() => selection.send({ type: 'browserConversions.set', on: true })}
    />
  );
}
