import { useSelector } from '@xstate/react';
import { funnelTemplates } from '#contract/funnels/schemas.ts';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { templateNames } from '#model/funnel-wizard.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { templateSteps } from './template-words.ts';

/** With what the funnel begins. */
export function StartStep({ actor }: { actor: FunnelWizardActor }) {
  const isNothingFound = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { choosing: 'nothingFound' } }),
  );
  const isUndetected = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { choosing: 'undetected' } }),
  );
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <div className="wizard-part">
      {isNothingFound ? (
        <p className="wizard-note" role="status">
          Your events suggest no funnel yet: too few people came as far as a conversion. Begin with
          a template, or <AppLink to="/pixels">check whether your events arrive</AppLink>.
        </p>
      ) : null}
      <FormError message={isUndetected ? problem?.message : undefined} />
      <h2 className="wizard-title">How do you want to begin?</h2>
      <div className="blank-acts wizard-starts">
        <Button look="primary" data-first onClick={() => actor.send({ type: 'detection.choose' })}>
          Detect from my events
        </Button>
        <Button onClick={() => actor.send({ type: 'empty.choose' })}>Begin without steps</Button>
      </div>
      <ul className="funnel-cards">
        {funnelTemplates.map((template) => (
          <li key={template}>
            <button
              type="button"
              className="funnel-card"
              onClick={() => actor.send({ type: 'template.choose', template })}
            >
              <span className="funnel-card-name">{templateNames[template]}</span>
              <span className="funnel-note">{templateSteps[template]}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
