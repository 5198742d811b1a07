import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { PreviewBars } from '../steps/PreviewBars.tsx';

/** What the steps would have counted lately, beside their fields or before publishing. */
export function StepsPreview({ actor }: { actor: FunnelWizardActor }) {
  const { preview, draft, problem, query } = useSelector(actor, ({ context }) => context);
  const isFailed = useSelector(
    actor,
    (snapshot) =>
      snapshot.matches({ open: { steps: 'notCounted' } }) ||
      snapshot.matches({ open: { review: 'notCounted' } }),
  );
  const isCounting = useSelector(
    actor,
    (snapshot) =>
      snapshot.matches({ open: { steps: 'editing' } }) ||
      snapshot.matches({ open: { steps: 'counting' } }) ||
      snapshot.matches({ open: { review: 'counting' } }),
  );
  return (
    <section className="wizard-preview" aria-labelledby="preview-title" aria-busy={isCounting}>
      <h2 className="wizard-title" id="preview-title">
        What it would have counted
      </h2>
      {isFailed ? (
        <p className="wizard-note" role="alert">
          {problem?.message} You can go on without the counts.{' '}
          <Button size="small" onClick={() => actor.send({ type: 'preview.retry' })}>
            Count again
          </Button>
        </p>
      ) : null}
      {preview ? (
        <PreviewBars preview={preview} steps={draft.definition.steps} zone={query.timezone} />
      ) : (
        <p className="field-hint">
          {isCounting
            ? 'The steps are being counted.'
            : isFailed
              ? 'There are no counts to show.'
              : 'The counts appear as soon as the steps are complete.'}
        </p>
      )}
    </section>
  );
}
