import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { FunnelWizardActor, FunnelWizardSnapshot } from '#machines/funnels/funnel-wizard.ts';
import { type WizardStep, wizardSteps } from '#model/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { focusOnShow } from '../../kit/focus-on-show.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { NamingStep } from './NamingStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { StartStep } from './StartStep.tsx';
import { StepsStep } from './StepsStep.tsx';
import { SuggestedStep } from './SuggestedStep.tsx';
import { UnfinishedFunnel } from './UnfinishedFunnel.tsx';
import { WizardWait } from './WizardWait.tsx';
import '../../kit/wizard.css';

/** The wizard for a new funnel: how far it is, and the step that its machine is in. */
export function FunnelWizard({ actor }: { actor: FunnelWizardActor }) {
  const part = useSelector(actor, partOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isLeaving = useSelector(actor, isAskingToLeave);
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'leave' }));
  const at = wizardSteps.find((step) => step === part);
  const Part = part ? parts[part] : null;
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
        <div className="wizard-body" key={part} ref={focusOnShow}>
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

const parts = {
  wait: WizardWait,
  unfinished: UnfinishedFunnel,
  start: StartStep,
  suggested: SuggestedStep,
  naming: NamingStep,
  steps: StepsStep,
  settings: SettingsStep,
  review: ReviewStep,
} as const satisfies Record<string, ComponentType<{ actor: FunnelWizardActor }>>;
type PartName = keyof typeof parts;

/** What each state of the open wizard shows. The requests of publishing keep the review on screen. */
const shownIn = {
  recalling: 'wait',
  resuming: 'unfinished',
  discarding: 'unfinished',
  choosing: 'start',
  detecting: 'wait',
  suggested: 'suggested',
  naming: 'naming',
  steps: 'steps',
  settings: 'settings',
  review: 'review',
  publishing: 'review',
} as const satisfies Record<string, PartName>;
const openStates = Object.keys(shownIn) as (keyof typeof shownIn)[];

function partOf(snapshot: FunnelWizardSnapshot): PartName | null {
  const before = stateBefore(snapshot);
  const state = openStates.find((one) => snapshot.matches({ open: one }) || one === before);
  if (state) return shownIn[state];
  return snapshot.matches('done') ? 'wait' : null;
}

/** The state to which the wizard returns if its author stays; its part remains behind the question. */
const stateBefore = (snapshot: FunnelWizardSnapshot): string | undefined =>
  isAskingToLeave(snapshot)
    ? snapshot.historyValue['funnelWizard.open.before']?.[0]?.path[1]
    : undefined;

const isAskingToLeave = (snapshot: FunnelWizardSnapshot): boolean =>
  snapshot.matches('leaving') || snapshot.matches('discardingToLeave');
