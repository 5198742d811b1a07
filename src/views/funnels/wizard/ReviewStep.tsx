import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { span } from '#model/funnel-changes.ts';
import { FormError } from '../../kit/FormError.tsx';
import { countingWords } from '../steps/step-words.ts';
import { StepsPreview } from './StepsPreview.tsx';
import { WizardForm } from './WizardForm.tsx';

/** What will be published, with what it would have counted lately. */
export function ReviewStep({ actor }: { actor: FunnelWizardActor }) {
  const { draft, problem, query } = useSelector(actor, ({ context }) => context);
  const isOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'publish' }));
  const isRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { review: 'refused' } }),
  );
  const { definition } = draft;
  return (
    <WizardForm
      actor={actor}
      name="Review of the funnel"
      action="Create and publish"
      isOpen={isOpen}
      reason={null}
      onGo={() => actor.send({ type: 'publish' })}
    >
      <FormError message={isRefused ? problem?.message : undefined} />
      <dl className="wizard-facts">
        <dt>Name</dt>
        <dd>{draft.name}</dd>
        <dt>Address</dt>
        <dd>/funnels/{draft.slug}</dd>
        <dt>Counts</dt>
        <dd>
          {countingWords[definition.count_by].name}s who come from the first step to the last within{' '}
          {span(definition.window_minutes)}
        </dd>
        <dt>Money in</dt>
        <dd>{query.currency}, the currency of the project</dd>
      </dl>
      <StepsPreview actor={actor} />
    </WizardForm>
  );
}
