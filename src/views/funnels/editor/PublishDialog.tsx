import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useSelector } from '@xstate/react';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { PublishingActor } from '#machines/funnels/publishing.ts';
import { definitionChanges } from '#model/funnel-changes.ts';
import { definitionOf } from '#model/funnel-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { percent } from '../../kit/format.ts';

/** What changes, what it does to the rate of the last days, and whether to publish it. */
export function PublishDialog({ actor }: { actor: PublishingActor }) {
  const { funnel, effect, problem } = useSelector(actor, ({ context }) => context);
  const measuring = useSelector(actor, (snapshot) => snapshot.matches('measuring'));
  const canConfirm = useSelector(actor, (snapshot) => snapshot.can({ type: 'publish.confirm' }));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refused = useSelector(actor, (snapshot) => snapshot.matches('refused'));
  if (!funnel) return null;
  const cancel = () => actor.send({ type: 'publish.cancel' });
  const changes = funnel.published
    ? definitionChanges(funnel.published.definition, definitionOf(funnel))
    : [];
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form" aria-busy={busy}>
          <AlertDialog.Title className="note-title">Publish “{funnel.name}”?</AlertDialog.Title>
          <AlertDialog.Description>
            Reports follow this version from now on, for past days too.
          </AlertDialog.Description>
          <p className="editor-effect" role="status">
            {measuring ? 'Counting the last days' : effectText(effect)}
          </p>
          {changes.length > 0 ? (
            <ul className="editor-changes">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          ) : null}
          {effect && effect.warnings.length > 0 ? (
            <ul className="editor-changes">
              {effect.warnings.map(({ step, message }) => (
                <li key={`${step} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : null}
          {refused && problem ? (
            <p className="field-error" role="alert">
              {problem.message}
            </p>
          ) : null}
          <div className="note-acts">
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
            <Button
              look="primary"
              aria-disabled={!canConfirm}
              onClick={() => actor.send({ type: 'publish.confirm' })}
            >
              Publish
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** “The last 7 days would read 5.1 % instead of 5.4 %.” */
function effectText(effect: FunnelPreviewAnswer | null): string {
  if (!effect) return 'What it does to the figures could not be counted.';
  const { days, rate, rate_before: before, sampled } = effect;
  const start = `The last ${days} days would read ${percent(rate)}`;
  const end = sampled ? ' Counted from a tenth of the people.' : '';
  return before === null ? `${start}.${end}` : `${start} instead of ${percent(before)}.${end}`;
}
