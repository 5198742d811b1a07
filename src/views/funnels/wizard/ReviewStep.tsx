import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { span } from '#model/funnel-changes.ts';
import { funnelDraftOf } from '#model/funnel-draft.ts';
import type { WizardDraft } from '#model/funnel-wizard.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { ConflictTable } from '../common/ConflictTable.tsx';
import { countingWords } from '../steps/step-words.ts';
import { CreationProgress } from './CreationProgress.tsx';
import { StepsPreview } from './StepsPreview.tsx';
import { WizardForm } from './WizardForm.tsx';

/** What will be published, with what it would have counted lately. */
export function ReviewStep({ actor }: { actor: FunnelWizardActor }) {
  const { theirs, draft, problem, query } = useSelector(actor, ({ context }) => context);
  const isOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'publish' }));
  const isRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { review: 'refused' } }),
  );
  const isConflict = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { review: 'conflict' } }),
  );
  const creation = useSelector(actor, ({ children }) => children.creation);
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
      <FormError message={isRefused || isConflict ? problem?.message : undefined} />
      {isConflict && theirs ? <StoredVersion stored={theirs} draft={draft} /> : null}
      <dl className="wizard-facts">
        <dt>Name</dt>
        <dd>{draft.name}</dd>
        <dt>Address</dt>
        <dd>/funnels/{draft.slug}</dd>
        <dt>Counts</dt>
        <dd>
          {countingWords[definition.count_by].many} who come from the first step to the last within{' '}
          {span(definition.window_minutes)}
        </dd>
        <dt>Money in</dt>
        <dd>{query.currency}, the currency of the project</dd>
      </dl>
      <StepsPreview actor={actor} />
      {creation ? <CreationProgress actor={creation} /> : null}
    </WizardForm>
  );
}

/** What somebody else made of the funnel after it was created; publishing puts the draft in its place. */
function StoredVersion({ stored, draft }: { stored: Funnel; draft: WizardDraft }) {
  const search = useSearch();
  const theirs = funnelDraftOf(stored);
  return (
    <section aria-label="Two versions">
      <p>
        Publish to put yours in place of theirs, or{' '}
        <AppLink to={linkWith(funnelPaths.overview(stored.slug), search)}>
          open their version
        </AppLink>
        .
      </p>
      <ConflictTable theirs={theirs} mine={{ ...theirs, ...draft.definition, name: draft.name }} />
    </section>
  );
}
