import { useSelector } from '@xstate/react';
import { type ComponentType, useState } from 'react';
import { mapState } from 'xstate';
import type { FunnelWizardActor, FunnelWizardSnapshot } from '#machines/funnels/funnel-wizard.ts';
import { type WizardStep, wizardSteps } from '#model/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { focusOnShow } from './focus-on-show.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { NamingStep } from './NamingStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { StartStep } from './StartStep.tsx';
import { StepsStep } from './StepsStep.tsx';
import { SuggestedStep } from './SuggestedStep.tsx';
import { UnfinishedFunnel } from './UnfinishedFunnel.tsx';
import { WizardWait } from './WizardWait.tsx';
import './wizard.css';

/** What is on screen; another name leads the keyboard to it. */
type WizardPart = { name: string; Part: ComponentType<{ actor: FunnelWizardActor }> };

/** The wizard for a new funnel: how far it is, and the step that its machine is in. */
export function FunnelWizard({ actor }: { actor: FunnelWizardActor }) {
  const current = useSelector(actor, partOf);
  const step = useSelector(actor, stepOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isLeaving = useSelector(
    actor,
    (snapshot) => snapshot.matches('leaving') || snapshot.matches('discardingToLeave'),
  );
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'leave' }));
  /** What was on screen when the wizard asked whether to leave; it stays behind the question. */
  const [last, setLast] = useState({ part: current, at: step });
  if (!isLeaving && (last.part !== current || last.at !== step)) {
    setLast({ part: current, at: step });
  }
  const { part, at } = last;
  return (
    <section className="panel wizard" aria-labelledby="wizard-title" aria-busy={busy}>
      <div className="panel-progress" data-running={busy || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="wizard-title">
          New funnel
        </h1>
        {at ? <Progress at={at} /> : null}
        <div className="panel-tools">
          <Button look="quiet" disabled={!mayLeave} onClick={() => actor.send({ type: 'leave' })}>
            Cancel
          </Button>
        </div>
      </header>
      {part ? (
        <div className="wizard-body" key={part.name} ref={focusOnShow}>
          <part.Part actor={actor} />
        </div>
      ) : null}
      {isLeaving ? <LeaveDialog actor={actor} /> : null}
    </section>
  );
}

const stepNames: Record<WizardStep, string> = {
  naming: 'Name',
  steps: 'Steps',
  settings: 'Counting',
  review: 'Publish',
};

function Progress({ at }: { at: WizardStep }) {
  return (
    <ol className="wizard-progress" aria-label="Steps of the wizard">
      {wizardSteps.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {stepNames[step]}
        </li>
      ))}
    </ol>
  );
}

const parts = {
  wait: { name: 'wait', Part: WizardWait },
  unfinished: { name: 'unfinished', Part: UnfinishedFunnel },
  start: { name: 'start', Part: StartStep },
  suggested: { name: 'suggested', Part: SuggestedStep },
  naming: { name: 'naming', Part: NamingStep },
  steps: { name: 'steps', Part: StepsStep },
  settings: { name: 'settings', Part: SettingsStep },
  review: { name: 'review', Part: ReviewStep },
} as const satisfies Record<string, WizardPart>;

/** What each state shows. The requests of publishing keep the review on screen. */
function partOf(snapshot: FunnelWizardSnapshot): WizardPart | undefined {
  return mapState<FunnelWizardSnapshot, WizardPart>(snapshot, {
    states: {
      open: {
        states: {
          recalling: { map: () => parts.wait },
          resuming: { map: () => parts.unfinished },
          discarding: { map: () => parts.unfinished },
          choosing: { map: () => parts.start },
          detecting: { map: () => parts.wait },
          suggested: { map: () => parts.suggested },
          naming: { map: () => parts.naming },
          steps: { map: () => parts.steps },
          settings: { map: () => parts.settings },
          review: { map: () => parts.review },
          publishing: { map: () => parts.review },
        },
      },
      done: { map: () => parts.wait },
    },
  })[0]?.result;
}

function stepOf(snapshot: FunnelWizardSnapshot): WizardStep | null {
  const found = wizardSteps.find((step) => snapshot.matches({ open: step }));
  if (found) return found;
  return partOf(snapshot) === parts.review ? 'review' : null;
}
