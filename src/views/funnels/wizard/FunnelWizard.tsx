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

export type WizardPart = ComponentType<{ actor: FunnelWizardActor }>;

/** The wizard for a new funnel: how far it is, and the step that its machine is in. */
export function FunnelWizard({ actor }: { actor: FunnelWizardActor }) {
  const current = useSelector(actor, partOf);
  const step = useSelector(actor, stepOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches('leaving'));
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'leave' }));
  /** What was on screen when the wizard asked whether to leave; it stays behind the question. */
  const [last, setLast] = useState({ Part: current, at: step });
  if (!isLeaving && (last.Part !== current || last.at !== step)) {
    setLast({ Part: current, at: step });
  }
  const { Part, at } = last;
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
      {Part ? (
        <div className="wizard-body" key={at ?? 'start'} ref={focusOnShow}>
          <Part actor={actor} />
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

/** What each state shows. Saving and publishing keep the review on screen. */
function partOf(snapshot: FunnelWizardSnapshot): WizardPart | undefined {
  return mapState<FunnelWizardSnapshot, WizardPart>(snapshot, {
    states: {
      open: {
        states: {
          recalling: { map: () => WizardWait },
          resuming: { map: () => UnfinishedFunnel },
          choosing: { map: () => StartStep },
          detecting: { map: () => WizardWait },
          suggested: { map: () => SuggestedStep },
          naming: { map: () => NamingStep },
          steps: { map: () => StepsStep },
          settings: { map: () => SettingsStep },
          review: { map: () => ReviewStep },
          saving: { map: () => ReviewStep },
          publishing: { map: () => ReviewStep },
        },
      },
      done: { map: () => WizardWait },
    },
  })[0]?.result;
}

function stepOf(snapshot: FunnelWizardSnapshot): WizardStep | null {
  const found = wizardSteps.find((step) => snapshot.matches({ open: step }));
  if (found) return found;
  const isSent = snapshot.matches({ open: 'saving' }) || snapshot.matches({ open: 'publishing' });
  return isSent ? 'review' : null;
}
