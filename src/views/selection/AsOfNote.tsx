import { useSelector } from '@xstate/react';
import { dayAt } from '#contract/period.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { shownZone } from '#machines/selection/selection-model.ts';
import { Button } from '../kit/Button.tsx';
import { clock, day } from '../kit/format.ts';
import { useFreshness } from '../kit/freshness.ts';

/** Says that the figures are of a past instant, with a button back to now. */
export function AsOfNote({
  actor,
  workspace,
}: {
  actor: SelectionActor;
  workspace: WorkspaceActor;
}) {
  const asOf = useSelector(actor, ({ context }) => context.asOf);
  const zone = useSelector(actor, ({ context }) => shownZone(context));
  const then = useSelector(actor, ({ context }) => context.definitions);
  const present = useFreshness(workspace)?.definitions_version;
  if (asOf === null) return null;
  return (
    <div className="as-of" role="status">
      <p>
        Figures as of {day(dayAt(new Date(asOf), zone))}, {clock(asOf, zone)}.
        {then !== null && present !== undefined && then !== present
          ? ` Their definitions have changed since: version ${then} then, ${present} now.`
          : ''}
      </p>
      <Button size="small" onClick={() => actor.send({ type: 'asOf.clear' })}>
        Show current figures
      </Button>
    </div>
  );
}
